import {
  check,
  type CreateContactBody,
  type CustomFieldDefinition,
  customFieldProblem,
  type CustomFieldValue,
  type FieldError,
  operations,
} from '@mailrig/contract';

/** One row of a table, by column: for example a line of a CSV file, whose values are all text. */
export type ContactRow = Readonly<Record<string, unknown>>;

/** Options of `coerce`. */
export interface CoerceOptions {
  /**
   * What to do with columns that are not fields of a contact. Default `refuse`, because one may be misspelt.
   */
  readonly unknownColumns?: 'refuse' | 'ignore' | undefined;
}

/** A row as a contact, or what is wrong with it. */
export type CoercedContact<Params = CreateContactBody> =
  | {
      readonly ok: true;
      /** Number of the row, from 1. */
      readonly row: number;
      readonly contact: Params;
    }
  | {
      readonly ok: false;
      /** Number of the row, from 1. */
      readonly row: number;
      /** The wrong fields. `field` is the path in a contact, or the name of an unknown column. */
      readonly errors: readonly FieldError[];
    };

/** Fields of a contact that a column can hold. */
const ownFields = [
  'email',
  'firstName',
  'lastName',
  'phoneNumber',
  'source',
  'consentType',
  'consentSource',
  'consentTimestamp',
  'consentIpAddress',
] as const;

/**
 * Converts a row of texts to a contact, by the definitions of its list: text to numbers, booleans, dates and
 * options of a select. Empty text counts as absent.
 *
 * A column is found by the name of a field of a contact, or the key or label of a custom field, whatever the
 * case, spaces, `_` and `-`. `customFields.plan` always means the custom field.
 *
 * @param number Number of the row, for the result.
 */
export function coerceContact(
  row: ContactRow,
  definitions: readonly CustomFieldDefinition[],
  number: number,
  { unknownColumns = 'refuse' }: CoerceOptions = {},
): CoercedContact {
  const own: Record<string, unknown> = {};
  const custom: Record<string, CustomFieldValue> = {};
  const errors: FieldError[] = [];
  for (const [column, value] of Object.entries(row)) {
    const field = ownFields.find((name) => plain(name) === plain(column));
    const definition = field ? undefined : definitionOf(column, definitions);
    const given = typeof value === 'string' ? value.trim() : value;
    if (!field && !definition) {
      if (unknownColumns === 'ignore') continue;
      const message =
        "is not a field of the list: rename or remove the column, or set option unknownColumns to 'ignore'";
      errors.push({ field: column, message });
    } else if (given === '' || given === undefined || given === null) continue;
    else if (field) own[field] = given;
    else if (definition) {
      const coerced = coerceValue(definition, given);
      const problem = customFieldProblem(definition, coerced);
      if (problem === undefined) custom[definition.key] = coerced as CustomFieldValue;
      else errors.push({ field: `customFields.${definition.key}`, message: problem });
    }
  }
  const failed = new Set(errors.map(({ field }) => field));
  for (const { key, required, defaultValue } of definitions) {
    const field = `customFields.${key}`;
    if (!required || defaultValue !== undefined || key in custom || failed.has(field)) continue;
    errors.push({ field, message: 'is required' });
  }
  const contact = { ...own, ...(Object.keys(custom).length > 0 && { customFields: custom }) };
  const checked = check(operations.createContact.body, contact);
  if (!checked.ok) errors.unshift(...checked.errors.map(({ field, message }) => ({ field, message })));
  return errors.length > 0
    ? { ok: false, row: number, errors }
    : { ok: true, row: number, contact: contact as CreateContactBody };
}

function definitionOf(
  column: string,
  definitions: readonly CustomFieldDefinition[],
): CustomFieldDefinition | undefined {
  const name = column.trim().replace(/^customFields\./, '');
  return (
    definitions.find(({ key }) => key === name) ??
    definitions.find(({ key, label }) => [plain(key), plain(label)].includes(plain(name)))
  );
}

/** A name without case, spaces and punctuation: `First Name`, `first_name` and `firstName` are equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Values of other types than text stay as they are, and so does text that cannot be converted. */
function coerceValue({ type, options = [] }: CustomFieldDefinition, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
    case 'boolean':
      return booleans.get(value.toLowerCase()) ?? value;
    case 'select': {
      const same = options.filter((option) => option.toLowerCase() === value.toLowerCase());
      return options.includes(value) || same.length !== 1 ? value : same[0];
    }
    default:
      return value;
  }
}

const booleans: ReadonlyMap<string, boolean> = new Map(
  [
    ['true', 'yes', 'y', '1', 'on'],
    ['false', 'no', 'n', '0', 'off'],
  ].flatMap((words, index) => words.map((word) => [word, index === 0] as const)),
);
