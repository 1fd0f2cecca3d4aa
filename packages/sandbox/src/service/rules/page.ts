import type { PageQuery } from '@mailrig/contract';
import type { Selection } from '../tables/table.ts';
import type { PageOf } from '../wire/page.ts';

/** The page of a selection that a query asks for, newest first; `pageSize` is the default limit. */
export function readPage<T>(selection: Selection<T>, query: PageQuery, pageSize: number): PageOf<T> {
  const { page = 1, limit = pageSize } = query;
  return { items: selection.newest((page - 1) * limit, limit), page, limit, total: selection.count };
}
