import type { Stop } from './stop.ts';

/** One piece of a run's work: it handles one email, one contact, or one batch of addresses, and gives its results. */
export type Task<Result> = () => Promise<readonly Result[]>;

/** How many tasks run at once, and what to call when one is done. */
export interface PoolOptions<Result> {
  readonly concurrency: number;
  readonly stop: Stop;
  readonly onDone: (results: readonly Result[]) => void;
}

/**
 * Runs tasks and yields their results as they arrive. A task keeps its place until the loop has read its
 * results, so a slow loop slows the run down.
 *
 * If a task or the source fails, no other task starts. The tasks under way still finish, and the pool yields
 * their results before it throws the error. If the run is stopped, or the loop ends early, the pool waits for
 * the tasks under way.
 *
 * @returns Whether all tasks are done.
 */
export async function* pool<Result>(
  tasks: AsyncIterator<Task<Result>>,
  { concurrency, stop, onDone }: PoolOptions<Result>,
): AsyncGenerator<Result, boolean, undefined> {
  const finished: (readonly Result[])[] = [];
  /** Places of tasks that run, or whose results the loop has not read. At most `concurrency`. */
  let places = 0;
  let running = 0;
  let isReading = false;
  let isSourceEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const changed = () => wake();
  const nextChange = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const isEnding = () => failure !== undefined || stop.waits.aborted;

  const run = async (task: Task<Result>) => {
    running += 1;
    try {
      const results = await task();
      finished.push(results);
      onDone(results);
    } catch (error) {
      places -= 1;
      failure ??= { error };
    }
    running -= 1;
    changed();
  };

  const read = async () => {
    isReading = true;
    try {
      const step = await tasks.next();
      if (step.done) isSourceEnded = true;
      else if (!isEnding()) {
        places += 1;
        void run(step.value);
      }
    } catch (error) {
      failure ??= { error };
    }
    isReading = false;
    changed();
  };

  stop.waits.addEventListener('abort', changed, { once: true });
  try {
    for (;;) {
      if (!isEnding() && !isReading && !isSourceEnded && places < concurrency) void read();
      const results = finished.shift();
      if (results) {
        yield* results;
        places -= 1;
      } else if (running > 0 || (isReading && !isEnding())) {
        await nextChange();
      } else if (isSourceEnded || isEnding()) {
        break;
      }
    }
    // A task that was stopped fails because of the stop. That is no failure of the run.
    if (failure && !stop.waits.aborted) throw failure.error;
    return isSourceEnded && failure === undefined;
  } finally {
    stop.stop();
    while (running > 0) await nextChange();
    stop.waits.removeEventListener('abort', changed);
  }
}
