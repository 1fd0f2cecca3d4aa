import {
  type ContactCustomFields,
  type CustomFieldChanges,
  type CustomFieldDefinition,
  customFieldProblem,
  type CustomFieldValue,
  type InvalidField,
} from '@mailrig/contract';
import { fieldsRefusal } from '../wire/refusal.ts';

type Definitions = readonly CustomFieldDefinition[];

/**
 * The values of a new contact: the given ones, and defaults for absent keys (A85 and
 * A86). `null` leaves a field unset, without its default.
 *
 * @throws Refusal `INVALID_CUSTOM_FIELD`, or `VALIDATION_ERROR` for a required field without a value.
 */
export function newValues(definitions: Definitions, given: CustomFieldChanges): ContactCustomFields {
  refuseWrong(definitions, given, {});
  const values = definitions.flatMap(({ key, defaultValue }) => {
    const value = Object.hasOwn(given, key) ? given[key] : defaultValue;
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  return requireAll(definitions, Object.fromEntries(values));
}

/**
 * The values of a contact after a change: fields that are not mentioned stay, and `null` clears any field, also a
 * required one (A87).
 *
 * @throws Refusal `INVALID_CUSTOM_FIELD`.
 */
export function changedValues(
  definitions: Definitions,
  stored: ContactCustomFields,
  changes: CustomFieldChanges,
): ContactCustomFields {
  refuseWrong(definitions, changes, stored);
  const values = Object.entries({ ...stored, ...changes }).filter(
    (entry): entry is [string, CustomFieldValue] => entry[1] !== null,
  );
  return Object.freeze(Object.fromEntries(values));
}

/** `null` may clear a stored value whose field no longer exists; any other key must be defined. */
function refuseWrong(definitions: Definitions, given: CustomFieldChanges, stored: ContactCustomFields): void {
  const errors = Object.entries(given).flatMap(([key, value]): InvalidField[] => {
    const definition = definitions.find((candidate) => candidate.key === key);
    if (!definition) {
      if (value === null && Object.hasOwn(stored, key)) return [];
      return [{ field: fieldOf(key), message: 'is not a custom field of this list', value }];
    }
    const message = value === null ? undefined : customFieldProblem(definition, value);
    return message === undefined ? [] : [{ field: fieldOf(key), message, value }];
  });
  if (errors.length > 0) throw fieldsRefusal('INVALID_CUSTOM_FIELD', errors);
}

function requireAll(definitions: Definitions, values: ContactCustomFields): ContactCustomFields {
  const errors = definitions
    .filter(({ key, required }) => required && !Object.hasOwn(values, key))
    .map(({ key }) => ({ field: fieldOf(key), message: 'is required' }));
  if (errors.length > 0) throw fieldsRefusal('VALIDATION_ERROR', errors);
  return Object.freeze(values);
}

const fieldOf = (key: string): string => `customFields.${key}`;
