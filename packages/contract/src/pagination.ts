import { from, upTo } from './fields.ts';
import { limits } from './limits.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** Which page of a list to read (api.md §1). */
export interface PageQuery {
  /** Page to read, from 1. Default 1; a page past the end is empty. */
  readonly page?: number | undefined;
  /** Items on a page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

/** Where a page stands in its list. */
export interface Pagination {
  /** The page that was read, from 1. */
  readonly page: number;
  /** Items a full page holds. */
  readonly limit: number;
  /** Items on all pages together, counted under the same filters. */
  readonly total: number;
  /** Pages there are: 0 for an empty list. */
  readonly totalPages: number;
  /** Whether a page follows. Sent by the verification list only (decision A30). */
  readonly hasNext?: boolean;
  /** Whether a page precedes. Sent by the verification list only (decision A30). */
  readonly hasPrev?: boolean;
}

/** The query parameters that hold whole numbers; on the wire they are written without sign or leading zero. */
export const integerParameters: readonly string[] = ['page', 'limit'];

const wholeNumberUpTo = (most: number) =>
  z.int(`must be a whole number from 1 to ${most}`).check(from(1), upTo(most));

export const pageQueryFields = {
  page: z.optional(wholeNumberUpTo(999_999_999)),
  limit: z.optional(wholeNumberUpTo(limits.maxPageSize)),
} satisfies Shape<PageQuery>;

/** `page` and `limit` alone. */
export const pageQuerySchema = z.object(pageQueryFields);

const count = z.int().check(from(0));

export const paginationSchema = z.object({
  page: count,
  limit: count,
  total: count,
  totalPages: count,
  hasNext: z.exactOptional(z.boolean()),
  hasPrev: z.exactOptional(z.boolean()),
} satisfies Shape<Pagination>);
