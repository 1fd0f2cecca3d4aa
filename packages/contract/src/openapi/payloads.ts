import type { Operation } from '../operations/operation.ts';
import { confirmResult } from '../wire/attachments.ts';
import { definitions } from '../wire/contacts.ts';
import { emailContainer } from '../wire/emails.ts';
import { hasNeighbours, type ListName, lists, type Wrapped, wrapPage } from '../wire/pages.ts';
import type { WireOptions } from '../wire/wire-options.ts';
import {
  type JsonSchema,
  listOf,
  type Members,
  objectOf,
  type Reference,
  schemaRef,
} from '../wire/json-schema.ts';

/** The schemas of pages that are objects (A29, A124). */
export function pageSchemas(wire: WireOptions): Record<string, JsonSchema> {
  const named = Object.keys(lists).flatMap((name): [string, JsonSchema][] => {
    const { page, option } = lists[name as ListName];
    return wire[option] === 'bare' ? [] : [[page, objectOf(wrapped(name as ListName, wire).data as Members)]];
  });
  return Object.fromEntries(named);
}

/**
 * What the envelope of a success contains under these wire options.
 *
 * @param documented The payload in its documented shape.
 */
export function membersOf(
  { name, statusAtOnce }: Operation,
  status: number,
  documented: JsonSchema | Reference,
  wire: WireOptions,
): Members {
  if (isList(name)) {
    const { page, option } = lists[name];
    if (wire[option] !== 'bare') return { data: schemaRef(page) };
    const { data, beside } = wrapped(name, wire);
    return { data: data as JsonSchema, ...beside };
  }
  if (name === 'confirmUpload') return { data: confirmResult[wire.confirmResult].schema };
  if (name === 'getEmail') return { data: emailContainer[wire.emailContainer].schema };
  if (statusAtOnce !== undefined && wire.successStatus === 'rest') {
    return { data: schemaRef(status === statusAtOnce ? 'CompletedBatchReceipt' : 'PendingBatchReceipt') };
  }
  return { data: documented };
}

/** The schemas of a page and its parts. */
function wrapped(list: ListName, wire: WireOptions): Wrapped<JsonSchema | Reference> {
  const beside = {
    ...(list === 'listContacts' && { contactListCustomFields: definitions[wire.contactListFields].schema }),
    pagination: schemaRef(hasNeighbours(list, wire) ? 'PaginationWithNeighbours' : 'Pagination'),
  };
  return wrapPage<JsonSchema | Reference>(list, listOf(schemaRef(lists[list].item)), beside, wire);
}

const isList = (name: string): name is ListName => Object.hasOwn(lists, name);
