import type { Item, Page } from '../page.ts';
import { type Fields, fieldsOf, withId } from './json.ts';

const arrayKeys = ['emails', 'contacts', 'lists', 'items', 'data'] as const;

/**
 * Converts a page in any shape to the documented one, `{ [key]: […], pagination }` (A29). The array may be
 * the payload itself, or under `emails`, `contacts`, `lists`, `items` or `data`. The pagination may be next
 * to the array, next to the payload, or under `meta` of either.
 *
 * A list without pagination is one page (A37).
 *
 * @returns `undefined` if there is no array.
 */
export function toDocumentedPage(
  key: string,
  payload: unknown,
  body: unknown,
  normaliseItem: (item: unknown) => unknown,
): Fields | undefined {
  const items = findItems(payload);
  if (items === undefined) return undefined;
  const data = fieldsOf(payload);
  return {
    ...data,
    [key]: items.map((item) => normaliseItem(withId(item))),
    pagination: complete(findPagination(data, fieldsOf(body)), items.length),
  };
}

function findItems(payload: unknown): readonly unknown[] | undefined {
  if (Array.isArray(payload)) return payload;
  const data = fieldsOf(payload);
  return arrayKeys.map((key) => data[key]).find((value) => Array.isArray(value));
}

function findPagination(data: Fields, body: Fields): Fields | undefined {
  const places = [data['pagination'], body['pagination'], data['meta'], fieldsOf(body['meta'])['pagination']];
  return places.map(fieldsOf).find((place) => 'page' in place || 'total' in place);
}

/** Fills in missing fields, so that the check refuses only fields that the service sent wrong. */
function complete(pagination: Fields | undefined, count: number): Fields {
  if (pagination === undefined) {
    return {
      page: 1,
      limit: count,
      total: count,
      totalPages: Math.min(count, 1),
      hasNext: false,
      hasPrev: false,
    };
  }
  const { page = 1, limit = count, total = count } = pagination;
  const pages =
    typeof total === 'number' && typeof limit === 'number' && limit > 0 ? Math.ceil(total / limit) : 0;
  return { totalPages: pages, ...pagination, page, limit, total };
}

/** A part of a list: `limit` items from position `(page - 1) * limit` on. */
export interface PageWindow {
  readonly page: number;
  readonly limit: number;
}

/** Most items per request (R39). */
const mostItems = 100;

/**
 * Every item of a list, each once and in the order of the list, although the list may change meanwhile.
 *
 * Pages are cut by position: when an item leaves the list, all later ones move forward, and a new item moves
 * them back. So each request overlaps the items that were read before. If it does not begin with one of
 * those, items have left the list, and the next request goes back.
 *
 * @param read Reads a part of the list.
 * @param first Position of the first item to read.
 */
export async function* everyItem<T extends Item>(
  read: (window: PageWindow) => Promise<Page<T>>,
  first: number,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let position = first;
  let back = mostItems;
  for (;;) {
    const { items, page, limit, total } = await read(windowAt(position, first));
    const start = (page - 1) * limit;
    const overlaps = start <= first || (items[0] !== undefined && seen.has(items[0].id));
    if (!overlaps) {
      position = Math.max(first, Math.min(position - back, total));
      back *= 2;
      continue;
    }
    for (const item of items.slice(Math.max(0, first - start))) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      yield item;
    }
    const end = start + items.length;
    // Ends the loop if the service repeats a page.
    if (end >= total || end <= position) return;
    position = end;
    back = mostItems;
  }
}

/** The part of a list that has the item before `position` and as many as possible after it. */
function windowAt(position: number, first: number): PageWindow {
  const from = Math.max(first, position - 1);
  let best: PageWindow = { page: 1, limit: 1 };
  for (let limit = mostItems; limit > 0; limit -= 1) {
    const page = Math.floor(from / limit) + 1;
    if (page * limit > best.page * best.limit) best = { page, limit };
  }
  return best;
}
