import type * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { AbortError } from '../errors/client-errors.ts';
import { isMailrigError } from '../errors/guards.ts';
import type { RunSummary } from '../errors/run-summary.ts';
import { checkOptions, type RequestOptions } from '../options/request-options.ts';
import type { ItemResult } from './item-result.ts';
import { OpenJournal } from './journals/journal.ts';
import { Patience } from './patience.ts';
import { pool, type Task } from './pool.ts';
import { runOptions, type RunOptions } from './run-options.ts';
import { type RunSource, SourceReader } from './sources.ts';
import { Stop } from './stop.ts';
import type { Tally } from './summary.ts';
import { watchQueue } from './watch-queue.ts';

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

/** What a run is known by before it begins. */
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
  /** The work of the run, in the order of the source. Nothing happens before the first is asked for. */
  readonly tasks: (context: RunContext<Item>) => AsyncIterator<Task<ItemResult<Item, Value>>>;
}

/** Does the work of a run, and yields results as they are ready. If it cannot continue, the error has the summary. */
export async function* perform<Item, Value, Summary extends RunSummary>(
  caller: Caller,
  kind: RunIdentity<Summary>,
  work: RunWork<Item, Value>,
  source: RunSource<Item>,
  options: RunOptions<Summary>,
): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
  checkOptions(work.options ?? runOptions, options, kind.operation);
  const stop = new Stop(options.signal);
  try {
    yield* results(caller, kind, work, source, options, stop);
  } catch (error) {
    throw isMailrigError(error) ? Object.assign(error, { summary: kind.tally.summary }) : error;
  } finally {
    stop.close();
  }
}

async function* results<Item, Value, Summary extends RunSummary>(
  caller: Caller,
  kind: RunIdentity<Summary>,
  work: RunWork<Item, Value>,
  source: RunSource<Item>,
  options: RunOptions<Summary>,
  stop: Stop,
): AsyncGenerator<ItemResult<Item, Value>, void, undefined> {
  const { operation, tally } = kind;
  const { list, tasks } = work;
  const { journal, name, headers, maxRetries, timeout, priority = 'low', onProgress } = options;
  const concurrency = options.concurrency ?? work.concurrency;
  const { patience = 600_000 } = options;
  const open = new OpenJournal(journal, { run: operation, list, name, ...caller.identity });
  const request = { headers, maxRetries, timeout, priority };
  const context: RunContext<Item> = {
    operation,
    reader: new SourceReader(operation, source),
    journal: open,
    isNamed: name !== undefined,
    patience: new Patience(patience, stop.waits, caller.time, () => caller.waiter(operation)),
    tally,
    stop,
    requests: { ...request, signal: stop.requests },
    polls: { ...request, signal: stop.waits },
  };
  const queue = watchQueue(caller, () => {
    caller.notify('onProgress', onProgress, { ...tally.summary, waitingFor: 'rate limit' });
  });
  if (onProgress) queue.watch();
  try {
    const onDone = (results: readonly ItemResult<Item, Value>[]) => {
      queue.moved();
      for (const result of results) tally.count(result);
      caller.notify('onProgress', onProgress, tally.summary);
    };
    const isComplete = yield* pool(tasks(context), { concurrency, stop, onDone });
    await open.flush();
    if (!isComplete) {
      const outcome = context.patience.hasTried ? 'unknown' : 'not-sent';
      throw new AbortError({ operation, outcome, cause: options.signal?.reason });
    }
  } finally {
    queue.end();
    await open.close();
    await context.reader.close();
  }
}
