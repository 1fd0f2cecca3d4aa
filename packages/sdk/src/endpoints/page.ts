import { check, type Operation, type Pagination, readPage } from '@mailrig/contract';
import { type Endpoint, failed, request, type Schema } from './endpoint.ts';

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

/** Reads another page of the same list. */
export type FetchPage<L> = (page: number) => Promise<L>;

/** Makes a page, given a way to read the others. */
export type Listing<L> = (fetchPage: FetchPage<L>) => L;

/** How an endpoint of a list converts its response. */
export interface ListTranslation<P, L> {
  /** Key of the array in the documented payload. */
  readonly key: keyof P & string;
  /** Converts an item to its documented form. */
  readonly normaliseItem?: (item: unknown) => unknown;
  /** Makes the page for the caller. */
  readonly open: (payload: P, fetchPage: FetchPage<L>) => L;
}

/** An endpoint that returns a page of a list. */
export function listEndpoint<P, L>(
  row: Operation & { readonly response: Schema<P> },
  { key, normaliseItem = (item) => item, open }: ListTranslation<P, L>,
): Endpoint<Listing<L>> {
  return {
    ...request(row),
    read(payload, body) {
      const page = readPage(key, payload, body, normaliseItem);
      const checked = check(row.response, page, { abortEarly: true });
      if (!checked.ok) return failed(checked.errors);
      const { value } = checked;
      return { ok: true, value: (fetchPage) => open(value, fetchPage) };
    },
  };
}
