import * as z from 'zod/mini';
import { limits } from '../values/limits.ts';
import type { Shape } from '../types/shape.ts';
import { count } from '../values/fields.ts';

/** Which page of a list to read. */
export interface PageQuery {
  /** Page to read, from 1. Default 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** Items on a page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

/** The position of a page in its list. */
export interface Pagination {
  /** The page that was read, from 1. */
  readonly page: number;
  /** Items on a full page. */
  readonly limit: number;
  /** Items on all pages together, under the same filters. */
  readonly total: number;
  /** Number of pages: 0 for an empty list. */
  readonly totalPages: number;
  /** Whether a page follows. Services may send it with verifications only (A30). */
  readonly hasNext?: boolean;
  /** Whether a page precedes. Services may send it with verifications only (A30). */
  readonly hasPrev?: boolean;
}

/** Query parameters that hold whole numbers, written without a sign or leading zeros (A31). */
export const integerParameters: readonly string[] = ['page', 'limit'];

const largestPage = 999_999_999;

/** `page` and `limit`, for the queries of all lists. */
export const pageQueryFields = () =>
  ({
    page: z.optional(wholeNumberUpTo(largestPage)),
    limit: z.optional(wholeNumberUpTo(limits.maxPageSize)),
  }) satisfies Shape<PageQuery>;

function wholeNumberUpTo(most: number) {
  return z.int({ error: `must be a whole number from 1 to ${most}` }).check(z.gte(1), z.lte(most));
}

/** `page` and `limit` alone. */
export const pageQuerySchema = z.lazy(() => z.object(pageQueryFields()));

/** Checks the `pagination` of a page in a response (R40, R43). */
export const paginationSchema = z.lazy(() =>
  z.object({
    page: count,
    limit: count,
    total: count,
    totalPages: count,
    hasNext: z.exactOptional(z.boolean()),
    hasPrev: z.exactOptional(z.boolean()),
  } satisfies Shape<Pagination>),
);
