import type { Caller } from '../call/caller.ts';
import { failure } from '../errors/mailrig-error.ts';
import type { RunSummary } from '../errors/run-summary.ts';
import { hold, listen, streamsInItems } from '../runtime/streams.ts';
import type { ItemResult } from './item-result.ts';
import type { perform, RunIdentity, RunWork } from './perform.ts';
import type { RunOptions } from './run-options.ts';
import type { RunSource } from './sources.ts';

/** A kind of run. */
export interface RunKind<Item, Value, Summary extends RunSummary = RunSummary> extends RunIdentity<Summary> {
  /** Loads what the run does, when it begins: most programs never start a run. */
  readonly load: () => Promise<{ readonly perform: typeof perform; readonly work: RunWork<Item, Value> }>;
}

/**
 * A long piece of work, item by item:
 *
 * ```ts
 * const run = mail.emails.sendMany(emails, { journal: fileJournal('newsletter-7.journal') });
 * for await (const result of run) {
 *   if (!result.ok) console.error(result.item.to, result.error.message);
 * }
 * console.log(run.summary);
 * ```
 *
 * If you do not need the single results, await it: `const { failed } = await mail.emails.sendMany(emails)`.
 *
 * Nothing happens before the loop or the `await` begins, and the run reads and works only as the loop asks for
 * results. They come as they are ready, not in the order of the source. An item that fails is one result. The
 * loop throws only if the run cannot continue; then the error has the `summary`. If a run has not started after a
 * second, the client warns, on the logger or the console.
 *
 * You can loop over a run once. With the same journal, a new run continues where this one ended.
 */
export class Run<Item, Value, Summary extends RunSummary = RunSummary>
  implements AsyncIterable<ItemResult<Item, Value>>, PromiseLike<Summary>
{
  readonly #caller: Caller;
  readonly #kind: RunKind<Item, Value, Summary>;
  readonly #source: RunSource<Item>;
  readonly #options: RunOptions<Summary>;
  /** The source and the streams in its items, as far as they are known before it is read. */
  readonly #streams: readonly unknown[];
  #hasStarted = false;
  #finished: Promise<Summary> | undefined;

  /** @internal */
  constructor(
    caller: Caller,
    kind: RunKind<Item, Value, Summary>,
    source: RunSource<Item>,
    options: RunOptions<Summary>,
  ) {
    this.#caller = caller;
    this.#kind = kind;
    this.#source = source;
    this.#options = options;
    this.#streams = [source, ...streamsInItems(source)];
    // What fails before the run comes to it must not end the process.
    this.#streams.forEach(listen);
    caller.warnUnlessStarted(kind.operation, () => this.#hasStarted, ', or await it');
  }

  /** The counts so far. After the loop, those of the whole run. */
  get summary(): Summary {
    return this.#kind.tally.summary;
  }

  /**
   * Runs to the end, as `await` does. Failed items are only counted. Further calls return the same summary.
   *
   * @throws the same errors as the loop.
   */
  finish(): Promise<Summary> {
    return (this.#finished ??= this.#finish());
  }

  /**
   * Makes a run awaitable: see {@link Run.finish}.
   *
   * @param onFulfilled Gets the summary.
   * @param onRejected Gets the error that ended the run.
   */
  // oxlint-disable-next-line unicorn/no-thenable
  then<Result = Summary, Failure = never>(
    onFulfilled?: ((summary: Summary) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.finish().then(onFulfilled, onRejected);
  }

  async #finish(): Promise<Summary> {
    for await (const _ of this);
    return this.summary;
  }

  /**
   * Starts the run.
   *
   * @throws MailrigError with code `RUN_STARTED` if it was started before.
   */
  [Symbol.asyncIterator](): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
    const { operation } = this.#kind;
    if (this.#hasStarted) {
      const words = `the run was started before; call ${operation} again for a new one, with the same journal to continue`;
      throw failure(operation, words, { code: 'RUN_STARTED', outcome: 'not-sent' });
    }
    this.#hasStarted = true;
    return this.#perform();
  }

  async *#perform(): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
    const release = hold(this.#streams);
    try {
      const { perform, work } = await this.#kind.load();
      yield* perform(this.#caller, this.#kind, work, this.#source, this.#options);
    } finally {
      release();
    }
  }
}
