import { type Fields, fieldsOf, withId } from './fields.ts';

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
