/** The waits of a sandbox's clients: for its clock, and for responses. */
import { afterReal, elapsed, timerDelay } from './timers.ts';

/** Real milliseconds that clients wait for a frozen clock while nothing happens in the sandbox. */
export const patience = 2_000;

/** A client waited too long for a frozen clock. */
class ClockFrozenError extends Error {
  override readonly name = 'ClockFrozenError';
  /** Always `CLOCK_FROZEN`. */
  readonly code = 'CLOCK_FROZEN';

  /**
   * @param left Milliseconds that the wait still needs.
   * @param hasMoved Whether the clock moved while it waited.
   */
  constructor(left: number, hasMoved: boolean) {
    const moved = hasMoved
      ? `it has moved, and this wait needs ${left} ms more`
      : 'it was last moved before this wait began';
    super(`the sandbox's clock is frozen: ${moved}; use clock.runUntil(…), or let the clock run`);
  }
}

/** What this needs of the clock. */
interface MovedClock {
  now(): number;
  onMove(listener: () => void): () => void;
}

/** The waits of the clients of one sandbox in this process. */
export class ClientWaits {
  readonly #clock: MovedClock;
  /** When the clock reaches the end of each wait. */
  readonly #ends = new Set<() => number>();
  readonly #open = new Set<{ readonly method: string; readonly path: string }>();
  #changes = 0;
  /** Real milliseconds of waits since something happened. Waits at the same time count once. */
  #waited = 0;
  #waitsSince: number | undefined;

  constructor(clock: MovedClock) {
    this.#clock = clock;
  }

  /** When the first wait ends; `undefined` if no client waits for the clock. */
  get nextAt(): number | undefined {
    return this.#ends.size === 0 ? undefined : Math.min(...[...this.#ends].map((end) => end()));
  }

  /** Requests without a response. */
  get open(): readonly { readonly method: string; readonly path: string }[] {
    return [...this.#open];
  }

  /** Changes when a wait or a request begins or ends. */
  get changes(): number {
    return this.#changes;
  }

  /** Answers a request. Unless it is a successful read, something has happened, so all waits get their full time again. */
  async respond<R extends object>(
    request: { readonly method: string; readonly path: string },
    respond: () => Promise<R> | R,
  ): Promise<R> {
    this.#open.add(request);
    this.#changes += 1;
    let isRead = false;
    try {
      const result = await respond();
      isRead = request.method === 'GET' && 'status' in result && Number(result.status) < 400;
      return result;
    } finally {
      if (!isRead) this.#happened();
      this.#open.delete(request);
      this.#changes += 1;
    }
  }

  /**
   * Waits until the clock has moved on by some milliseconds. A short wait for a frozen clock passes in real time.
   *
   * @param isFrozen Whether time passes only by moves.
   * @throws the signal's reason, or {@link ClockFrozenError}.
   */
  sleep(milliseconds: number, isFrozen: () => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = this.#clock.now() + milliseconds;
      let hasMoved = false;
      let disarm: () => void = () => undefined;
      // A clock that was set back must not make the wait longer.
      const left = () => Math.min(end - this.#clock.now(), milliseconds);
      const endsAt = () => this.#clock.now() + left();
      const settle = (how: () => void) => {
        disarm();
        stopListening();
        signal?.removeEventListener('abort', onAbort);
        this.#ends.delete(endsAt);
        this.#counted();
        how();
      };
      const arm = () => {
        disarm();
        const wait = left();
        if (wait <= 0) return settle(resolve);
        const timer = setTimeout(() => settle(resolve), timerDelay(wait));
        const limit = patience - this.#patienceUsed();
        const stop =
          isFrozen() && wait > limit
            ? afterReal(Math.max(0, limit), () => {
                // Something may have happened meanwhile.
                if (this.#patienceUsed() < patience) return arm();
                settle(() => reject(new ClockFrozenError(left(), hasMoved)));
              })
            : () => undefined;
        disarm = () => {
          clearTimeout(timer);
          stop();
        };
      };
      const onAbort = () => settle(() => reject(signal?.reason));
      const stopListening = this.#clock.onMove(() => {
        hasMoved = true;
        this.#happened();
        arm();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#ends.add(endsAt);
      this.#counted();
      arm();
    });
  }

  #patienceUsed(): number {
    // Timers may fire a little early.
    return this.#waited + (this.#waitsSince === undefined ? 0 : elapsed() - this.#waitsSince + 1);
  }

  #happened(): void {
    this.#waited = 0;
    if (this.#waitsSince !== undefined) this.#waitsSince = elapsed();
  }

  /** The number of waits has changed. */
  #counted(): void {
    this.#changes += 1;
    if (this.#ends.size > 0) this.#waitsSince ??= elapsed();
    else {
      this.#waited = this.#patienceUsed();
      this.#waitsSince = undefined;
    }
  }
}
