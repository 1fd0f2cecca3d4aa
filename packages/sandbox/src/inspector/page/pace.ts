/** Least milliseconds between the starts of two runs. */
const spacing = 500;

/**
 * Runs something whenever it is asked to, one run at a time and at most twice a second. However often it was asked
 * meanwhile, it runs once more. While the page is hidden it waits, unless `mayRunHidden` says otherwise.
 */
export class Pace {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #mayRunHidden: () => boolean;
  readonly #stopped = new AbortController();
  #isDue = false;
  #isRunning = false;
  #timer: number | undefined;
  #startedAt = -Infinity;

  constructor(work: (signal: AbortSignal) => Promise<void>, mayRunHidden: () => boolean) {
    this.#work = work;
    this.#mayRunHidden = mayRunHidden;
  }

  /** Asks for a run. */
  readonly ask = (): void => {
    this.#isDue = true;
    this.#next();
  };

  /** Looks again whether the page is hidden. */
  readonly look = (): void => {
    if (this.#isDue) this.#next();
  };

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  #next(): void {
    if (this.#isRunning || this.#timer !== undefined || this.#stopped.signal.aborted || this.#mustWait())
      return;
    const wait = Math.max(20, this.#startedAt + spacing - performance.now());
    this.#timer = window.setTimeout(() => void this.#run(), wait);
  }

  #mustWait(): boolean {
    return document.visibilityState === 'hidden' && !this.#mayRunHidden();
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    if (this.#mustWait()) return;
    this.#isDue = false;
    this.#isRunning = true;
    this.#startedAt = performance.now();
    await this.#work(this.#stopped.signal).catch(() => {});
    this.#isRunning = false;
    if (this.#isDue) this.#next();
  }
}
