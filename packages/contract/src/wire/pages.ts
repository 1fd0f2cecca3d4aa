import { type WireOptions, wireOptions, wirePresets } from './wire-options.ts';
import { type Fields, fieldsOf, isObject } from '../checking/objects.ts';
import { withId } from './field-names.ts';
import type { Sign } from './form.ts';

/** Names under which a page may have its items. */
const itemNames = ['emails', 'contacts', 'lists', 'items', 'data'] as const;

/**
 * The lists, by the operations that give them: the name of the items, the schemas of an item and of a page that is
 * an object, and the option for how pages are wrapped.
 */
export const lists = {
  listEmails: { items: 'emails', item: 'Email', page: 'EmailList', option: 'pageContainer' },
  listContactLists: {
    items: 'lists',
    item: 'ContactList',
    page: 'ContactListPage',
    option: 'listsContainer',
  },
  listContacts: { items: 'contacts', item: 'Contact', page: 'ContactPage', option: 'pageContainer' },
  listVerifications: {
    items: 'items',
    item: 'ListedVerification',
    page: 'VerificationPage',
    option: 'verificationsContainer',
  },
} as const;

/** The operation that gives a list. */
export type ListName = keyof typeof lists;

type ContainerOption = (typeof lists)[ListName]['option'];

/** `data` of an envelope, and members next to it. */
export interface Wrapped<T> {
  /** The `data` of the envelope. */
  readonly data: T | Readonly<Record<string, T>>;
  /** Other members of the envelope, such as its pagination. */
  readonly beside?: Readonly<Record<string, T>>;
}

/**
 * Wraps a page: its items under their name or `data`, next to the pagination, or as a bare array (A29, A124,
 * A130). Bare contact lists have no pagination (A37).
 *
 * @param list The list that the page belongs to.
 * @param items The items of the page.
 * @param beside The pagination, which goes next to the items.
 * @param wire The current wire options.
 */
export function wrapPage<T>(
  list: ListName,
  items: T,
  beside: Readonly<Record<string, T>>,
  wire: Pick<WireOptions, ContainerOption>,
): Wrapped<T> {
  const { items: name, option } = lists[list];
  const container = wire[option];
  if (container !== 'bare') return { data: { [container === 'nested' ? 'data' : name]: items, ...beside } };
  return option === 'listsContainer' ? { data: items } : { data: items, beside };
}

/**
 * Whether the pages of a list have `hasNext` and `hasPrev` (A30).
 *
 * @param list The list that the page belongs to.
 * @param wire The current wire options.
 */
export function hasNeighbours(list: ListName, { neighbours }: Pick<WireOptions, 'neighbours'>): boolean {
  return neighbours === 'everywhere' || list === 'listVerifications';
}

/** How lists, except the one of verifications, show each value. A part is the pagination (A30). */
export const neighbours: Readonly<Record<WireOptions['neighbours'], Sign>> = {
  verifications: {
    words: 'only lists of verifications have `hasNext`',
    takes: (pagination) => isObject(pagination) && !('hasNext' in pagination),
  },
  everywhere: {
    words: 'every list has `hasNext`',
    takes: (pagination) => isObject(pagination) && 'hasNext' in pagination,
  },
};

const words: Readonly<Record<WireOptions[ContainerOption], string>> = {
  named: 'the items of a page have a name in `data`',
  paginated: 'the items of a page have a name in `data`',
  nested: 'the items of a page are at `data.data`',
  bare: 'the items of a page are `data` itself',
};

/**
 * How a response with a list shows each value of its option. A part is a body, with the name of its items.
 *
 * @param list The list.
 */
export function containerSigns<Name extends ListName>(
  list: Name,
): Readonly<Record<WireOptions[(typeof lists)[Name]['option']], Sign>> {
  const { option, items: name } = lists[list];
  const locationOf = ({ items, data, pagination }: Fields) =>
    Array.isArray(data)
      ? `itself, ${pagination === undefined}`
      : [String(items), 'data'].map((field) => Array.isArray(fieldsOf(data)[field])).join();
  const signs = wireOptions[option].map((value): [string, Sign] => {
    const wire = { ...wirePresets.examples, [option]: value };
    const { data, beside } = wrapPage<unknown>(list, [], { pagination: {} }, wire);
    const location = locationOf({ items: name, data, ...beside });
    return [value, { words: words[value], takes: (page) => locationOf(fieldsOf(page)) === location }];
  });
  return Object.fromEntries(signs) as ReturnType<typeof containerSigns<Name>>;
}

/**
 * Reads a page in any form as the documented one, `{ [key]: […], pagination }` (A29). The array may be
 * the payload itself, or under `emails`, `contacts`, `lists`, `items` or `data`. The pagination may be next
 * to the array, next to the payload, or under `meta` of either.
 *
 * A list without pagination is one page (A37).
 *
 * @param key Name of the list in a container.
 * @param payload The `data` of the response.
 * @param body The whole body of the response.
 * @param readItem Reads one item.
 * @returns `undefined` if there is no array.
 */
export function readPage(
  key: string,
  payload: unknown,
  body: unknown,
  readItem: (item: unknown) => unknown,
): Fields | undefined {
  const items = findItems(payload);
  return (
    items && {
      ...fieldsOf(body),
      ...fieldsOf(payload),
      [key]: items.map((item) => readItem(withId(item))),
      pagination: complete(findPagination(payload, body), items.length),
    }
  );
}

/**
 * The items of a page in any form; `undefined` if the payload is no page.
 *
 * @param payload The `data` of the response.
 */
export function findItems(payload: unknown): readonly unknown[] | undefined {
  const fields = fieldsOf(payload);
  const found = [payload, ...itemNames.map((name) => fields[name])];
  return found.find((value) => Array.isArray(value));
}

/**
 * The pagination of a page in any form; `undefined` if the page has none.
 *
 * @param payload The `data` of the response.
 * @param body The whole body of the response.
 */
export function findPagination(payload: unknown, body: unknown): Fields | undefined {
  const [data, whole] = [fieldsOf(payload), fieldsOf(body)];
  const found = [
    data['pagination'],
    whole['pagination'],
    data['meta'],
    fieldsOf(whole['meta'])['pagination'],
  ];
  return found.map(fieldsOf).find((value) => 'page' in value || 'total' in value);
}

/** Fills in missing fields, so that a check refuses only fields that the service sent wrong. */
function complete(pagination: Fields | undefined, count: number): Fields {
  if (pagination === undefined) {
    const totalPages = Math.min(count, 1);
    return { page: 1, limit: count, total: count, totalPages, hasNext: false, hasPrev: false };
  }
  const { page = 1, limit = count, total = count } = pagination;
  const totalPages =
    typeof total === 'number' && typeof limit === 'number' && limit > 0 ? Math.ceil(total / limit) : 0;
  return { totalPages, ...pagination, page, limit, total };
}
