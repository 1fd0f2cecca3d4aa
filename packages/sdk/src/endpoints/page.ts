import type { Pagination } from '@mailrig/contract';

/** An item of a list. */
export interface Item {
  /** Id of the record. */
  readonly id: string;
}

/** One page of a list, newest first. */
export class Page<T extends Item> {
  /** The records of this page. */
  readonly items: readonly T[];
  /** Number of this page, from 1. */
  readonly page: number;
  /** Items on a full page. */
  readonly limit: number;
  /** Items on all pages together. */
  readonly total: number;
  /** Number of pages: 0 for an empty list. */
  readonly totalPages: number;
  /** Whether a page follows. */
  readonly hasNext: boolean;
  /** Whether a page precedes. */
  readonly hasPrev: boolean;

  readonly #fetchPage: (page: number) => Promise<Page<T>>;

  /** @internal */
  constructor(items: readonly T[], pagination: Pagination, fetchPage: (page: number) => Promise<Page<T>>) {
    const { page, limit, total, totalPages } = pagination;
    this.items = items;
    this.page = page;
    this.limit = limit;
    this.total = total;
    this.totalPages = totalPages;
    this.hasNext = pagination.hasNext ?? page < totalPages;
    this.hasPrev = pagination.hasPrev ?? (page > 1 && total > 0);
    this.#fetchPage = fetchPage;
  }

  /** Reads the next page, under the same filters. Returns `undefined` after the last. */
  async next(): Promise<this | undefined> {
    // A page of contacts fetches such pages.
    return this.hasNext ? (this.#fetchPage(this.page + 1) as Promise<this>) : undefined;
  }
}
