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

export type SourceReader<Item> = ReturnType<typeof readerOf<Item>>;

/** Reads a source item by item, each when it is needed. */
export function readerOf<Item>(operation: string, source: RunSource<Item>) {
  let iterator: AnyIterator<Item> | undefined;
  let ahead: Numbered<Item>[] = [];
  /** Releases the streams in each item that is not done. */
  const releases = new Map<Numbered<Item>, () => void>();
  let count = 0;
  let isReading = false;
  let isDone = false;

  const read = async (): Promise<Numbered<Item> | undefined> => {
    if (isDone) return undefined;
    isReading = true;
    try {
      iterator ??= iterate(operation, source);
      const step = await iterator.next();
      // The run may have ended while the source was busy.
      if (isDone) return undefined;
      if (step.done) {
        isDone = true;
        return undefined;
      }
      const numbered = { item: step.value, index: count++ };
      releases.set(numbered, hold(streamsIn(numbered.item)));
      return numbered;
    } catch (error) {
      // A source that loops over calls of the client fails with their errors.
      const outcome = count === 0 ? 'not-sent' : 'unknown';
      throw sourceFailed(operation, `source cannot be read after item ${count}`, outcome, error);
    } finally {
      isReading = false;
    }
  };

  return {
    /**
     * The next item; `undefined` after the last.
     *
     * @throws MailrigError if the source cannot be iterated, or with code `SOURCE_FAILED` if it throws.
     */
    next: async (): Promise<Numbered<Item> | undefined> => ahead.shift() ?? read(),

    /**
     * Reads ahead until an item passes the test. `next` returns these items as well.
     *
     * @param most Largest number of items to read.
     * @returns Whether one passes, or there is no item at all.
     */
    async some(most: number, test: (item: Item) => boolean | Promise<boolean>): Promise<boolean> {
      while (ahead.length < most) {
        const numbered = await read();
        if (numbered === undefined) break;
        ahead.push(numbered);
        if (await test(numbered.item)) return true;
      }
      return ahead.length === 0;
    },

    /** Destroys the streams in an item that nobody has read. */
    done(numbered: Numbered<Item>): void {
      releases.get(numbered)?.();
      releases.delete(numbered);
    },

    /** Closes the source, and ends all items. Does not wait for a read that is still running. */
    async close(): Promise<void> {
      ahead = [];
      for (const release of releases.values()) release();
      if (isDone || iterator === undefined) return;
      isDone = true;
      const closed = (async () => iterator?.return?.())().catch((error: unknown) => {
        throw sourceFailed(operation, 'source cannot be closed', 'unknown', error);
      });
      if (isReading) closed.catch(() => undefined);
      else await closed;
    },
  };
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
