import { callback, objectWith, type Rows, wholeNumber } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { AbortError } from '../errors/client-errors.ts';
import { isMailrigError } from '../errors/guards.ts';
import { MailrigError } from '../errors/mailrig-error.ts';
import { checkOptions, milliseconds, without } from '../check-options.ts';
import { requestRows, type RequestOptions } from '../options.ts';
import type { Priority } from '../throttle.ts';
import { type Journal, OpenJournal } from './journal.ts';
import { Patience } from './patience.ts';
import { pool, type Task } from './pool.ts';
import { type RunSource, SourceReader } from './sources.ts';
import { Stop } from './stop.ts';
import type { RunSummary, Tally } from './summary.ts';
import { watchQueue } from './watch-queue.ts';
import { Unstarted } from './unstarted.ts';

/** Options of every run. Durations are in milliseconds. */
export interface RunOptions<Summary extends RunSummary = RunSummary> extends Pick<
  RequestOptions,
  'headers' | 'timeout' | 'maxRetries'
> {
  /** Order in the queue of the throttle. Default `low`: the requests of other calls leave first. */
  readonly priority?: Priority | undefined;
  /**
   * Makes the run resumable: start it again with the same source and the same journal, and it does only what
   * is left. Default: none.
   */
  readonly journal?: Journal | undefined;
  /**
   * Name of the run, for example `newsletter-7`. A journal with another name is refused. Without a name, a
   * journal is refused if it knows none of the first 100 items.
   */
  readonly name?: string | undefined;
  /** Requests under way at once; for `verifyMany`, batches. Default 10; for `verifyMany` 5. */
  readonly concurrency?: number | undefined;
  /**
   * How long the service may be down, unreachable, over its rate limit or hidden by a maintenance page before
   * the run ends. Default 600,000, which is 10 minutes.
   */
  readonly patience?: number | undefined;
  /**
   * Stops the run: nothing new starts, and what is under way gets five seconds to finish. The loop receives
   * those results, then an `AbortError`.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the counts so far whenever there are results, and once when the run has to wait for the rate
   * limit for a second or longer: `waitingFor` says so then. If it throws, the client logs a warning.
   */
  readonly onProgress?: ((summary: Summary) => unknown) | undefined;
}

/** Options of every run. */
export const runRows = {
  ...without(requestRows, 'totalTimeout'),
  journal: z.optional(
    objectWith<Journal>(
      ['read', 'append'],
      "must be a journal: fileJournal('newsletter.journal') or your own",
    ),
  ),
  name: z.optional(z.string()),
  concurrency: z.optional(wholeNumber(1)),
  patience: z.optional(milliseconds(0)),
  onProgress: z.optional(callback<() => unknown>()),
} satisfies Rows<RunOptions>;

export const runOptions = z.object(runRows);

/** An item that is done. */
export interface ItemSuccess<Item, Value> {
  /** The item succeeded. */
  readonly ok: true;
  /** The item, as the source gave it. */
  readonly item: Item;
  /** Its position in the source, from 0. */
  readonly index: number;
  /** The result of the service. */
  readonly value: Value;
  /** Whether there was nothing to do: done before by someone else, or a repeated address of `verifyMany`. */
  readonly skipped: boolean;
  /** Whether an earlier start with the same journal had done it. */
  readonly resumed: boolean;
  /**
   * Whether the client concludes that it is done from what the service lists, without an answer to its request.
   * Only for `sendMany`: the list has an email with this sender, these recipients and this subject or template,
   * but it does not show the content.
   */
  readonly inferred: boolean;
}

/** An item that failed. It does not stop the others. */
export interface ItemFailure<Item> {
  /** The item failed; `error` says why. */
  readonly ok: false;
  /** The item, as the source gave it. */
  readonly item: Item;
  /** Its position in the source, from 0. */
  readonly index: number;
  /** Why it failed. Names of fields begin with the position of the item: `items[17].to`. */
  readonly error: MailrigError;
}

/** The result of one item. Check `ok` first. */
export type ItemResult<Item, Value> = ItemSuccess<Item, Value> | ItemFailure<Item>;

/** Shared by the tasks of a run. */
export interface RunContext<Item> {
  readonly operation: string;
  readonly reader: SourceReader<Item>;
  readonly journal: OpenJournal;
  /** Whether a name vouches for the source. */
  readonly isNamed: boolean;
  readonly patience: Patience;
  readonly tally: Tally;
  readonly stop: Stop;
  /** Options of requests that change something. */
  readonly requests: RequestOptions;
  /** Options of requests that only read. */
  readonly polls: RequestOptions;
}

/** A kind of run. */
export interface RunKind<Item, Value, Summary extends RunSummary = RunSummary> {
  readonly operation: string;
  /** Id of the contact list that the run is for. */
  readonly list?: string;
  /** Default: those of every run. */
  readonly options?: z.core.$ZodType;
  readonly concurrency: number;
  readonly tally: Tally & { readonly summary: Summary };
  /** The work of the run, in the order of the source. Nothing happens before the first is asked for. */
  readonly tasks: (context: RunContext<Item>) => AsyncIterator<Task<ItemResult<Item, Value>>>;
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
 * If you need no single results, await it: `const { failed } = await mail.emails.sendMany(emails)`.
 *
 * Nothing happens before the loop or the `await` begins, and the run reads and works only as the loop asks for
 * results. They come as they are ready, not in the order of the source. An item that fails is one result. The
 * loop throws only if the run cannot continue; then the error has the `summary`. If a run is dropped before it
 * starts, the client logs a warning.
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
  #hasStarted = false;
  #finished: Promise<Summary> | undefined;
  readonly #unstarted: Unstarted;

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
    this.#unstarted = new Unstarted(this, caller, kind.operation);
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
      const message = `${operation}: the run was started before; call ${operation} again for a new one, with the same journal to continue`;
      throw new MailrigError(message, { code: 'RUN_STARTED', outcome: 'not-sent', operation });
    }
    this.#hasStarted = true;
    this.#unstarted.end();
    return this.#perform();
  }

  async *#perform(): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
    const { operation, options = runOptions } = this.#kind;
    checkOptions(options, this.#options, operation);
    const stop = new Stop(this.#options.signal);
    try {
      yield* this.#work(stop);
    } catch (error) {
      throw isMailrigError(error) ? Object.assign(error, { summary: this.summary }) : error;
    } finally {
      stop.close();
    }
  }

  async *#work(stop: Stop): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
    const { operation, list, tally, tasks } = this.#kind;
    const { journal, name, headers, maxRetries, timeout, priority = 'low', onProgress } = this.#options;
    const concurrency = this.#options.concurrency ?? this.#kind.concurrency;
    const { patience = 600_000 } = this.#options;
    const open = new OpenJournal(journal, { run: operation, list, name, ...this.#caller.identity });
    const request = { headers, maxRetries, timeout, priority };
    const context: RunContext<Item> = {
      operation,
      reader: new SourceReader(operation, this.#source),
      journal: open,
      isNamed: name !== undefined,
      patience: new Patience(patience, stop.waits, this.#caller.time, (wait, error) =>
        this.#caller.noteWait(operation, wait, `${error.operation} failed with ${error.code}`),
      ),
      tally,
      stop,
      requests: { ...request, signal: stop.requests },
      polls: { ...request, signal: stop.waits },
    };
    const queue = watchQueue(this.#caller, () => {
      this.#caller.notify('onProgress', onProgress, { ...this.summary, waitingFor: 'rate limit' });
    });
    if (onProgress) queue.watch();
    try {
      const onDone = (results: readonly ItemResult<Item, Value>[]) => {
        queue.moved();
        for (const result of results) tally.count(result);
        this.#caller.notify('onProgress', onProgress, this.summary);
      };
      const isComplete = yield* pool(tasks(context), { concurrency, stop, onDone });
      await open.flush();
      if (!isComplete) {
        const outcome = context.patience.hasTried ? 'unknown' : 'not-sent';
        throw new AbortError({ operation, outcome, cause: this.#options.signal?.reason });
      }
    } finally {
      queue.end();
      await open.close();
      await context.reader.close();
    }
  }
}
