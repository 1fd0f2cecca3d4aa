import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { APIPromise, type WithResponse, tracing, traceCaller } from './api-promise.ts';
import { everyItem, type PageWindow } from './pagination.ts';
import { checkOptions } from '../options/request-options.ts';
import type { Item, Page } from '../endpoints/page.ts';

/** How many items to collect. */
export interface ToArrayOptions {
  /** Most items. Default: all. Without a limit, a long list fills the memory. */
  readonly max?: number | undefined;
}

export const toArrayOptions = z.object({
  max: z.optional(
    z.custom<number>((value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 0), {
      error: 'must be a whole number, 0 or more',
    }),
  ),
} satisfies Rows<ToArrayOptions>);

/** Ways to read one list. */
export interface PageReader<P> {
  /** Reads the page that the query asks for. */
  readonly page: () => Promise<WithResponse<P>>;
  /** Reads another part of the list, under the same filters. */
  readonly window: (window: PageWindow) => Promise<P>;
  /** Position of the first item of the page. */
  readonly first: number;
  /** Called with the reason when a loop stops early. */
  readonly warn: (message: string) => unknown;
}

/**
 * A promise of one page, and an iterator over the items of the whole list:
 *
 * ```ts
 * const page = await mail.emails.list({ status: 'bounced' });
 * for await (const email of mail.emails.list({ status: 'bounced' })) console.log(email.to);
 * ```
 *
 * A loop reads about 100 items per request, whatever `limit` says. It yields every item that matches from
 * start to end of the loop, none twice, even if the loop itself removes items from the list or changes their
 * status. It cannot yield an item that stops matching before the loop reads it, and it may miss one that only
 * starts to match while the loop runs. If the query has a `page`, this holds as long as no item leaves the
 * pages before it.
 */
export class PagePromise<T extends Item, P extends Page<T> = Page<T>>
  extends APIPromise<P>
  implements AsyncIterable<T>
{
  readonly #reader: PageReader<P>;
  readonly #start: () => void;
  #isLooped = false;

  /** @internal */
  constructor(reader: PageReader<P>) {
    const started = Promise.withResolvers<void>();
    super(traceCaller(() => started.promise.then(reader.page)));
    this.#reader = reader;
    this.#start = started.resolve;
    // If a list is stored and looped over later, the loop fails.
    void super.then(undefined, () => undefined);
    // A loop begins at once, and does not need the page.
    void Promise.resolve().then(() => {
      if (!this.#isLooped) this.#start();
    });
  }

  /**
   * Like `Promise.then`. It reads one page.
   *
   * @param onFulfilled Gets the page.
   * @param onRejected Gets the error.
   */
  // It is a promise already.
  // oxlint-disable-next-line unicorn/no-thenable
  override then<R = P, E = never>(
    onFulfilled?: ((page: P) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.#start();
    return super.then(onFulfilled, onRejected);
  }

  /** This page and all later ones. Pages are cut by position, so a list that changes can repeat or skip items. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    for (let page: P | undefined = await this; page !== undefined;) {
      yield page;
      page = await following(page);
    }
  }

  /** The items that a loop yields, as an array. */
  async toArray(options: ToArrayOptions = {}): Promise<T[]> {
    // It needs no page, even if one is refused.
    this.#isLooped = true;
    checkOptions(toArrayOptions, options, 'toArray');
    const { max = Infinity } = options;
    const items: T[] = [];
    if (max === 0) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }

  /** The items of this page and of all later ones, each once. */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    this.#isLooped = true;
    const traced = tracing();
    const { first, window, warn } = this.#reader;
    return everyItem<T>((part) => traced(() => window(part)), first, warn);
  }
}

/** The next page. Stops at an empty page, or if the page number does not grow, to avoid an endless loop. */
async function following<T extends Item, P extends Page<T>>(page: P): Promise<P | undefined> {
  if (page.items.length === 0) return undefined;
  const next = await page.next();
  return next !== undefined && next.page > page.page ? next : undefined;
}
