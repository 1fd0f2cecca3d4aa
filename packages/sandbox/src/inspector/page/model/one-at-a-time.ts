interface RunOptions {
  /** Milliseconds to wait before a run, by those since the last one began: `Infinity` before the first. */
  readonly wait: (sinceLast: number) => number;
  /** Default: always. */
  readonly mayRun?: () => boolean;
}

/** Runs some work on request, once at a time. A request during a run makes it run once more. */
export class OneAtATime {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #options: RunOptions;
  #stopped = new AbortController();
  #isDue = false;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = -Infinity;

  constructor(work: (signal: AbortSignal) => Promise<void>, options: RunOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** Asks for a run. */
  readonly ask = (): void => {
    this.#isDue = true;
    this.startIfDue();
  };

  /** Ends the run that is under way, and asks for another, because the subject has changed. */
  restart(): void {
    this.stop();
    this.#stopped = new AbortController();
    this.#isRunning = false;
    this.#startedAt = -Infinity;
    this.ask();
  }

  /** Starts a run if one is due and may start. */
  readonly startIfDue = (): void => {
    if (!this.#isDue || this.#isRunning || this.#timer !== undefined || !this.#mayRun) return;
    const wait = this.#options.wait(performance.now() - this.#startedAt);
    this.#timer = setTimeout(() => void this.#run(this.#stopped.signal), wait);
  };

  /** Ends the run that is under way, and the one that waits. */
  readonly stop = (): void => {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  };

  get #mayRun(): boolean {
    return this.#options.mayRun?.() ?? true;
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#timer = undefined;
    if (!this.#mayRun) return;
    this.#isDue = false;
    this.#isRunning = true;
    this.#startedAt = performance.now();
    await this.#work(signal).catch(() => {});
    if (signal.aborted) return;
    this.#isRunning = false;
    this.startIfDue();
  }
}
