import * as z from 'zod/mini';
import { contactListsSchema } from '../resources/contact-lists.ts';
import { contactPageSchema } from '../resources/contacts.ts';
import { type CustomFieldDefinition, customFieldDefinitionSchema } from '../resources/custom-fields.ts';
import { listOf, mapOf, schemaRef } from './json-schema.ts';
import { paginationSchema } from '../resources/pagination.ts';
import { type Fields, fieldsOf, isObject } from '../checking/objects.ts';
import { withId } from './field-names.ts';
import type { Form } from './form.ts';
import { writeRecord } from './records.ts';

/** The definitions of custom fields, in a list (A81) and next to a page of contacts (A82). */
export const definitions: Readonly<Record<'array' | 'map', Form<readonly CustomFieldDefinition[]>>> = {
  array: {
    words: 'custom fields are an array',
    write: (all, wire) => all.map((one) => writeRecord('CustomFieldDefinition', one, wire)),
    schema: listOf(schemaRef('CustomFieldDefinition')),
    takes: Array.isArray,
  },
  map: {
    words: 'custom fields are an object by key',
    write: (all, wire) =>
      Object.fromEntries(all.map(({ key, ...rules }) => [key, writeRecord('CustomFieldRules', rules, wire)])),
    schema: mapOf(schemaRef('CustomFieldRules')),
    takes: isObject,
  },
};

/**
 * Reads a contact list, whatever the form of its counters and definitions (A80, A81).
 *
 * @param payload The `data` of the response.
 */
export function readContactList(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const list = withId(payload);
  const { contactCount = list['contact_count'] ?? 0, totalContacts = contactCount, tags = [] } = list;
  return { ...list, totalContacts, tags, customFields: readDefinitions(list['customFields']) };
}

/**
 * Reads a contact. A list without custom fields may leave them out.
 *
 * @param payload The `data` of the response.
 */
export function readContact(payload: unknown): unknown {
  return isObject(payload) ? { customFields: {}, ...withId(payload) } : payload;
}

/** A page of contact lists, in any container (A37). */
export const contactListPageSchema = z.lazy(() =>
  z.object({ lists: contactListsSchema, pagination: paginationSchema }),
);

/** A page of contacts, with its definitions as an array, in any form (A82). */
export const readContactPageSchema = z.lazy(() => {
  return z.object({
    ...contactPageSchema._zod.innerType.shape,
    contactListCustomFields: z.pipe(z.transform(readDefinitions), z.array(customFieldDefinitionSchema)),
  });
});

/**
 * Reads definitions as an array. Labels and `required` may be missing. Passes anything else on, for the check to
 * refuse.
 */
function readDefinitions(value: unknown): unknown {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((definition) => completed(fieldsOf(definition)));
  if (!isObject(value)) return value;
  return Object.entries(value).map(([key, rules]) => completed({ key, ...fieldsOf(rules) }));
}

function completed(definition: Fields): Fields {
  const { label = definition['key'], required = false } = definition;
  return { ...definition, label, required };
}
