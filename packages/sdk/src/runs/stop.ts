import { after } from '../runtime/time.ts';

/** Milliseconds that requests under way may still take after a run was stopped. */
const grace = 5_000;

/**
 * Stops a run in two steps: waits and polls end at once, but a request that changes something gets five
 * seconds to finish, so that its outcome is known.
 */
export class Stop {
  readonly #waits = new AbortController();
  readonly #requests = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onAbort = () => this.stop();
  #cancel: (() => void) | undefined;

  /** @param outer The caller's signal. */
  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.stop();
    outer?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Ends waits, polls and the reading of the source. */
  get waits(): AbortSignal {
    return this.#waits.signal;
  }

  /** Ends requests that change something. */
  get requests(): AbortSignal {
    return this.#requests.signal;
  }

  /** Starts nothing new. */
  stop(): void {
    if (this.waits.aborted) return;
    this.#cancel = after(grace, () => this.#requests.abort(this.#outer?.reason));
    this.#waits.abort(this.#outer?.reason);
  }

  /** Stops the timer and the listener on the caller's signal. */
  close(): void {
    this.#cancel?.();
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }
}
