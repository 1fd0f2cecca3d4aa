import type * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { AbortError } from '../errors/client-errors.ts';
import { isMailrigError } from '../errors/guards.ts';
import { isRetryable } from '../errors/retryable.ts';
import type { RunSummary } from '../errors/run-summary.ts';
import { checkOptions, requestPart, type RequestOptions } from '../options/request-options.ts';
import type { ItemResult } from './item-result.ts';
import { OpenJournal } from './journals/journal.ts';
import { Outages } from './outages.ts';
import { pool, type Task } from './pool.ts';
import { runOptions, type RunOptions } from './run-options.ts';
import { type RunSource, SourceReader } from './sources.ts';
import { type Stop, stopOf } from './stop.ts';
import type { Tally } from './tally.ts';
import { longWait, after, type Time } from '../runtime/time.ts';

/** Shared by the tasks of a run. */
export interface RunContext<Item> {
  readonly operation: string;
  readonly time: Time;
  readonly reader: SourceReader<Item>;
  readonly journal: OpenJournal;
  /** Whether the run has a name, which then identifies the source. */
  readonly isNamed: boolean;
  readonly outages: Outages;
  readonly tally: Tally;
  readonly stop: Stop;
  /** Options of requests that change something. */
  readonly requests: RequestOptions;
  /** Options of requests that only read. */
  readonly polls: RequestOptions;
}

/** What identifies a run before it begins. */
export interface RunIdentity<Summary extends RunSummary> {
  readonly operation: string;
  readonly tally: Tally & { readonly summary: Summary };
}

/** What a kind of run does. */
export interface RunWork<Item, Value> {
  /** Id of the contact list that the run is for. */
  readonly list?: string;
  /** Default: those of every run. */
  readonly options?: z.core.$ZodType;
  readonly concurrency: number;
  /** The work of the run, in the order of the source. Nothing happens before the first task is taken. */
  readonly tasks: (context: RunContext<Item>) => AsyncIterator<Task<ItemResult<Item, Value>>>;
}

/** Does the work of a run, and yields results as they are ready. If it cannot continue, the error has the summary. */
export async function* perform<Item, Value, Summary extends RunSummary>(
  caller: Caller,
  { operation, tally }: RunIdentity<Summary>,
  { list, tasks, ...work }: RunWork<Item, Value>,
  source: RunSource<Item>,
  options: RunOptions<Summary>,
): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
  checkOptions(work.options ?? runOptions, options, operation);
  const {
    concurrency = work.concurrency,
    outageTimeout = 600_000,
    priority = 'low',
    name,
    onProgress,
  } = options;
  const { baseUrl, environment } = caller.settings;
  const service = new URL(baseUrl).origin;
  const stop = stopOf(options.signal);
  const request = { ...requestPart(options), priority };
  const context: RunContext<Item> = {
    operation,
    time: caller.settings.time,
    reader: new SourceReader(operation, source),
    journal: new OpenJournal(options.journal, { run: operation, list, name, service, environment }),
    isNamed: name !== undefined,
    outages: new Outages(outageTimeout, stop.waits, caller, operation),
    tally,
    stop,
    requests: { ...request, signal: stop.requests },
    polls: { ...request, signal: stop.waits },
  };
  const report = (more?: Pick<RunSummary, 'waitingFor'>) =>
    caller.notify('onProgress', onProgress, { ...tally.summary, ...more });
  const queue = watchQueue(caller, () => report({ waitingFor: 'rate limit' }));
  if (onProgress) queue.watch();
  const onDone = (results: readonly ItemResult<Item, Value>[]) => {
    queue.moved();
    for (const result of results) tally.count(result);
    report();
  };
  try {
    const isComplete = yield* pool(tasks(context), { concurrency, stop, onDone });
    await context.journal.flush();
    if (!isComplete) {
      const outcome = context.outages.hasTried ? 'unknown' : 'not-sent';
      throw new AbortError({ operation, outcome, cause: options.signal?.reason });
    }
  } catch (error) {
    throw withSummary(error, tally.summary, options.journal !== undefined, context.outages.hasTried);
  } finally {
    queue.end();
    await context.journal.close();
    await context.reader.close();
    stop.close();
  }
}

/** An error of the run with its summary, and with whether another run may succeed. */
function withSummary(error: unknown, summary: RunSummary, hasJournal: boolean, hasTried: boolean): unknown {
  if (!isMailrigError(error)) return error;
  // With a journal, another run continues. Without one, it does everything again.
  const { code, status } = { status: undefined, ...error };
  const retryable = hasJournal
    ? isRetryable({ code, status, outcome: 'rejected' })
    : error.retryable && !hasTried;
  return Object.assign(error, { summary, retryable });
}

/** Calls `onWait` once if the calls of a run wait for the rate limit for a second, and again after later results. */
function watchQueue({ settings: { throttle } }: Caller, onWait: () => void) {
  let cancel: () => void = () => undefined;
  let isReported = false;
  let hasMoved = false;
  const reportQueue = () => {
    if (!hasMoved && !isReported && (throttle?.queued ?? 0) > 0) {
      isReported = true;
      onWait();
    }
    hasMoved = false;
    cancel = after(longWait, reportQueue);
  };
  return {
    /** Begins to check the queue, once a second. */
    watch: reportQueue,
    /** There are results. */
    moved(): void {
      hasMoved = true;
      isReported = false;
    },
    /** Ends the checks. */
    end: () => cancel(),
  };
}
