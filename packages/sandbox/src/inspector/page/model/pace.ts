/** Least milliseconds between the starts of two runs. */
const spacing = 500;

/**
 * Runs something whenever it is asked to, one run at a time and at most twice a second. However often it was asked
 * meanwhile, it runs once more. It waits while it may not run.
 */
export class Pace {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #mayRun: () => boolean;
  #running = new AbortController();
  #isDue = false;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = -Infinity;

  constructor(work: (signal: AbortSignal) => Promise<void>, mayRun: () => boolean) {
    this.#work = work;
    this.#mayRun = mayRun;
  }

  /** Asks for a run. */
  readonly ask = (): void => {
    this.#isDue = true;
    this.look();
  };

  /** Ends the run that is under way, and asks for another at once: it is about something else. */
  restart(): void {
    this.stop();
    this.#running = new AbortController();
    this.#isRunning = false;
    this.#startedAt = -Infinity;
    this.ask();
  }

  /** Looks again whether a run is due and may start. */
  readonly look = (): void => {
    if (!this.#isDue || this.#isRunning || this.#timer !== undefined || !this.#mayRun()) return;
    const wait = Math.max(20, this.#startedAt + spacing - performance.now());
    this.#timer = setTimeout(() => void this.#run(this.#running.signal), wait);
  };

  /** Ends the run that is under way, and the one that waits. */
  stop(): void {
    this.#running.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#timer = undefined;
    if (!this.#mayRun()) return;
    this.#isDue = false;
    this.#isRunning = true;
    this.#startedAt = performance.now();
    await this.#work(signal).catch(() => {});
    if (signal.aborted) return;
    this.#isRunning = false;
    this.look();
  }
}
