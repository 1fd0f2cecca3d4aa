import { sourceFailed } from '../errors/client-errors.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import { streamIterator } from '../runtime/files.ts';
import { hold, reading, streamsIn } from '../runtime/streams.ts';

/**
 * The items of a run: an array or any other iterable, an async iterable, a web `ReadableStream`, or a Node
 * stream in object mode. A run reads one item after the other, and only as far as it needs them.
 */
export type RunSource<Item> = Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>;

/** An item and its position in the source, from 0. */
export interface Numbered<Item> {
  readonly item: Item;
  readonly index: number;
}

type AnyIterator<Item> = Iterator<Item> | AsyncIterator<Item>;

/** Reads a source item by item, each when it is needed. */
export class SourceReader<Item> {
  readonly #operation: string;
  readonly #source: RunSource<Item>;
  #iterator: AnyIterator<Item> | undefined;
  #ahead: Numbered<Item>[] = [];
  /** Releases the streams in each item that is not done. */
  readonly #releases = new Map<Numbered<Item>, () => void>();
  #count = 0;
  #isReading = false;
  #isDone = false;

  constructor(operation: string, source: RunSource<Item>) {
    this.#operation = operation;
    this.#source = source;
  }

  /**
   * The next item; `undefined` after the last.
   *
   * @throws MailrigError if the source cannot be iterated, or with code `SOURCE_FAILED` if it throws.
   */
  async next(): Promise<Numbered<Item> | undefined> {
    return this.#ahead.shift() ?? this.#read();
  }

  /**
   * Reads ahead until an item passes the test. `next` returns these items as well.
   *
   * @param most Largest number of items to read.
   * @returns Whether one passes, or there is no item at all.
   */
  async some(most: number, test: (item: Item) => boolean | Promise<boolean>): Promise<boolean> {
    while (this.#ahead.length < most) {
      const numbered = await this.#read();
      if (numbered === undefined) break;
      this.#ahead.push(numbered);
      if (await test(numbered.item)) return true;
    }
    return this.#ahead.length === 0;
  }

  /** Destroys the streams of an item that were not read. */
  done(numbered: Numbered<Item>): void {
    this.#releases.get(numbered)?.();
    this.#releases.delete(numbered);
  }

  /** Closes the source, and releases all items. Does not wait for a read that is still running. */
  async close(): Promise<void> {
    this.#ahead = [];
    for (const release of this.#releases.values()) release();
    if (this.#isDone || this.#iterator === undefined) return;
    this.#isDone = true;
    const closed = (async () => this.#iterator?.return?.())().catch((error: unknown) => {
      throw sourceFailed(this.#operation, 'source cannot be closed', 'unknown', error);
    });
    if (this.#isReading) closed.catch(() => undefined);
    else await closed;
  }

  async #read(): Promise<Numbered<Item> | undefined> {
    if (this.#isDone) return undefined;
    this.#isReading = true;
    try {
      this.#iterator ??= iterate(this.#operation, this.#source);
      const step = await this.#iterator.next();
      // The run may have ended while the source was busy.
      if (this.#isDone) return undefined;
      if (step.done) {
        this.#isDone = true;
        return undefined;
      }
      const numbered = { item: step.value, index: this.#count++ };
      this.#releases.set(numbered, hold(streamsIn(numbered.item)));
      return numbered;
    } catch (error) {
      // A source that loops over calls of the client fails with their errors.
      const outcome = this.#count === 0 ? 'not-sent' : 'unknown';
      const what = `source cannot be read after item ${this.#count}`;
      throw sourceFailed(this.#operation, what, outcome, error);
    } finally {
      this.#isReading = false;
    }
  }
}

function iterate<Item>(operation: string, source: RunSource<Item>): AnyIterator<Item> {
  reading(source);
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
    if (Symbol.iterator in source) return source[Symbol.iterator]();
    // Not every browser can iterate over a stream.
    if (typeof Reflect.get(source, 'getReader') === 'function') return streamIterator(source);
  }
  throw invalidOption('the source must be an iterable or a stream, such as an array', operation);
}
