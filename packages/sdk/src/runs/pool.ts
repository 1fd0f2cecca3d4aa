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
 * Runs tasks and yields their results as they arrive. A task keeps its slot until the loop has read its
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
  const running = new RunningTasks(tasks, stop, onDone);
  stop.waits.addEventListener('abort', running.changed, { once: true });
  try {
    for (;;) {
      if (running.mayRead && running.slots < concurrency) void running.read();
      const results = running.finished.shift();
      if (results) {
        yield* results;
        running.slots -= 1;
      } else if (running.isBusy) {
        await running.nextChange();
      } else if (!running.mayRead) {
        break;
      }
    }
    // A task that was stopped fails because of the stop. That is no failure of the run.
    if (running.failure && !stop.waits.aborted) throw running.failure.error;
    return running.isSourceEnded && running.failure === undefined;
  } finally {
    stop.stop();
    while (running.count > 0) await running.nextChange();
    stop.waits.removeEventListener('abort', running.changed);
  }
}

/** The tasks under way, and the results that the loop has not read. */
class RunningTasks<Result> {
  readonly finished: (readonly Result[])[] = [];
  /** Of tasks that run, or whose results the loop has not read. At most `concurrency`. */
  slots = 0;
  /** Tasks that run. */
  count = 0;
  isSourceEnded = false;
  failure: { readonly error: unknown } | undefined;
  readonly #tasks: AsyncIterator<Task<Result>>;
  readonly #stop: Stop;
  readonly #onDone: PoolOptions<Result>['onDone'];
  #isReading = false;
  #wake: () => void = () => undefined;

  constructor(tasks: AsyncIterator<Task<Result>>, stop: Stop, onDone: PoolOptions<Result>['onDone']) {
    this.#tasks = tasks;
    this.#stop = stop;
    this.#onDone = onDone;
  }

  /** Ends the wait of `nextChange`. */
  readonly changed = (): void => this.#wake();

  nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Whether another task may be read from the source now. */
  get mayRead(): boolean {
    return !this.#isEnding && !this.#isReading && !this.isSourceEnded;
  }

  /** Whether something is under way that the loop waits for. */
  get isBusy(): boolean {
    return this.count > 0 || (this.#isReading && !this.#isEnding);
  }

  get #isEnding(): boolean {
    return this.failure !== undefined || this.#stop.waits.aborted;
  }

  /** Reads a task from the source, and starts it. */
  async read(): Promise<void> {
    this.#isReading = true;
    try {
      const step = await this.#tasks.next();
      if (step.done) this.isSourceEnded = true;
      else if (!this.#isEnding) {
        this.slots += 1;
        void this.#run(step.value);
      }
    } catch (error) {
      this.failure ??= { error };
    }
    this.#isReading = false;
    this.changed();
  }

  async #run(task: Task<Result>): Promise<void> {
    this.count += 1;
    try {
      const results = await task();
      this.finished.push(results);
      this.#onDone(results);
    } catch (error) {
      this.slots -= 1;
      this.failure ??= { error };
    }
    this.count -= 1;
    this.changed();
  }
}
