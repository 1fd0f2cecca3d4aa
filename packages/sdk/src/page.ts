import type { Pagination } from '@mailrig/contract';
import { APIPromise, type WithResponse } from './api-promise.ts';

/** An item of a list. */
export interface Item {
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
  async next(): Promise<Page<T> | undefined> {
    return this.hasNext ? this.#fetchPage(this.page + 1) : undefined;
  }
}

/**
 * A promise of one page, and an iterator over the items of all pages:
 *
 * ```ts
 * const page = await mail.emails.list({ status: 'bounced' });
 * for await (const email of mail.emails.list({ status: 'bounced' })) console.log(email.to);
 * ```
 *
 * The loop reads each page when it gets there. It skips items that it has already yielded, because new
 * items push older ones onto the next page (A33).
 */
export class PagePromise<T extends Item, P extends Page<T> = Page<T>>
  extends APIPromise<P>
  implements AsyncIterable<T>
{
  /** @internal */
  constructor(answer: Promise<WithResponse<P>>) {
    super(answer);
  }

  /** The items of this page and of all later ones, each once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const seen = new Set<string>();
    for (let page: Page<T> | undefined = await this; page !== undefined;) {
      for (const item of page.items) {
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        yield item;
      }
      page = await following(page);
    }
  }
}

/** The next page. Stops at an empty page, or if the page number does not grow, to avoid an endless loop. */
async function following<T extends Item>(page: Page<T>): Promise<Page<T> | undefined> {
  if (page.items.length === 0) return undefined;
  const next = await page.next();
  return next !== undefined && next.page > page.page ? next : undefined;
}
