import type { Operation } from '../operation.ts';
import type { WireOptions } from '../wire-options.ts';
import { type JsonSchema, type Reference, schemaRef } from './document.ts';
import { listOf, mapOf } from './shapes.ts';

/** Members of the envelope besides `success` and `meta`, all required: `data`, and what stands next to it. */
export type Members = Readonly<Record<string, JsonSchema | Reference>>;

/** A page of a list. */
interface Page {
  /** Name of its schema, unless the array is `data` itself. */
  readonly name: string;
  /** Name of the array. */
  readonly items: string;
  /** Schema of an item. */
  readonly item: string;
  /** Schema of `pagination`. Only verifications know whether pages follow and precede (A30). */
  readonly pagination: 'Pagination' | 'PaginationWithNeighbours';
}

const pages: readonly (Page & { readonly operation: string })[] = [
  { operation: 'listEmails', name: 'EmailList', items: 'emails', item: 'Email', pagination: 'Pagination' },
  {
    operation: 'listContactLists',
    name: 'ContactListPage',
    items: 'lists',
    item: 'ContactList',
    pagination: 'Pagination',
  },
  {
    operation: 'listContacts',
    name: 'ContactPage',
    items: 'contacts',
    item: 'Contact',
    pagination: 'Pagination',
  },
  {
    operation: 'listVerifications',
    name: 'VerificationPage',
    items: 'items',
    item: 'ListedVerification',
    pagination: 'PaginationWithNeighbours',
  },
];

type Container = WireOptions['pageContainer'];

const containersOfLists = { bare: undefined, paginated: 'named', nested: 'nested' } as const;

/** The container of a page; `undefined` for the lists that come as an array without pagination (A37). */
function containerOf({ item }: Page, wire: WireOptions): Container | undefined {
  if (item === 'ListedVerification') return wire.verificationsContainer;
  if (item !== 'ContactList') return wire.pageContainer;
  return containersOfLists[wire.listsContainer];
}

/** The schemas of pages that are objects (A29, A124). */
export function pageSchemas(wire: WireOptions): Record<string, JsonSchema> {
  const named = pages.flatMap((page): [string, JsonSchema][] => {
    const container = containerOf(page, wire);
    if (container === undefined || container === 'bare') return [];
    const items = container === 'nested' ? 'data' : page.items;
    return [[page.name, objectOf({ [items]: listOf(schemaRef(page.item)), ...besideItems(page, wire) })]];
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
  const page = pages.find(({ operation }) => operation === name);
  if (page) return membersOfPage(page, wire);
  if (name === 'confirmUpload') {
    return { data: wire.confirmResult === 'null' ? { type: 'null' } : schemaRef('Attachment') };
  }
  if (name === 'getEmail' && wire.emailContainer === 'bare') return { data: schemaRef('Email') };
  if (statusAtOnce !== undefined && wire.successStatus === 'rest') {
    return { data: schemaRef(status === statusAtOnce ? 'CompletedBatchReceipt' : 'PendingBatchReceipt') };
  }
  return { data: documented };
}

function membersOfPage(page: Page, wire: WireOptions): Members {
  const container = containerOf(page, wire);
  if (container === undefined) return { data: listOf(schemaRef(page.item)) };
  if (container === 'bare') return { data: listOf(schemaRef(page.item)), ...besideItems(page, wire) };
  return { data: schemaRef(page.name) };
}

/** What stands next to the items of a page. */
function besideItems({ item, pagination }: Page, { contactListFields }: WireOptions): Members {
  const fields =
    contactListFields === 'array'
      ? listOf(schemaRef('CustomFieldDefinition'))
      : mapOf(schemaRef('CustomFieldRules'));
  return {
    ...(item === 'Contact' && { contactListCustomFields: fields }),
    pagination: schemaRef(pagination),
  };
}

/** An object that has all of these members. */
export function objectOf(members: Members): JsonSchema {
  return { type: 'object', properties: { ...members }, required: Object.keys(members) };
}
