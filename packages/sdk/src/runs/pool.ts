import type { Stop } from './stop.ts';

/** Work of a run: one email, one contact, or one batch of addresses. */
export type Task<Result> = () => Promise<readonly Result[]>;

/** How many tasks run at once, and what to call when one is done. */
export interface PoolOptions<Result> {
  readonly concurrency: number;
  readonly stop: Stop;
  readonly onDone: (results: readonly Result[]) => void;
}

/**
 * Runs tasks and yields their results as they arrive. A task counts as running until its results are taken, so
 * a slow loop slows the run down.
 *
 * If a task or the source fails, no other task starts. The results of those under way come first, then the
 * error. When the run is stopped, or the loop is left, it waits for the tasks under way.
 *
 * @returns Whether all tasks are done.
 */
export async function* pool<Result>(
  tasks: AsyncIterator<Task<Result>>,
  { concurrency, stop, onDone }: PoolOptions<Result>,
): AsyncGenerator<Result, boolean, undefined> {
  const finished: (readonly Result[])[] = [];
  let taken = 0;
  let running = 0;
  let isReading = false;
  let isLast = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const changed = () => wake();
  const change = () =>
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
      taken -= 1;
      failure ??= { error };
    }
    running -= 1;
    changed();
  };

  const read = async () => {
    isReading = true;
    try {
      const step = await tasks.next();
      if (step.done) isLast = true;
      else if (!isEnding()) {
        taken += 1;
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
      if (!isEnding() && !isReading && !isLast && taken < concurrency) void read();
      const results = finished.shift();
      if (results) {
        yield* results;
        taken -= 1;
      } else if (running > 0 || (isReading && !isEnding())) {
        await change();
      } else if (isLast || isEnding()) {
        break;
      }
    }
    // Tasks that were stopped fail because of it.
    if (failure && !stop.waits.aborted) throw failure.error;
    return isLast && failure === undefined;
  } finally {
    stop.stop();
    while (running > 0) await change();
    stop.waits.removeEventListener('abort', changed);
  }
}
