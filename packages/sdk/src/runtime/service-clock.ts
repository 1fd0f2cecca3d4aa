import { after, afterReal, now, realElapsed, sleep } from './runtime.ts';

/** The clock of a sandbox in the same process: option `clock`, which `sandbox.clientOptions()` sets. */
export interface ServiceClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Whether it stands still until it is moved. */
  isFrozen(): boolean;
  /**
   * Calls `listener` after each move.
   *
   * @param listener Gets nothing: it looks at the clock.
   * @returns A function that ends this.
   */
  onMove(listener: () => void): () => void;
}

/** Header of every response of a sandbox whose clock stands still, with the value `frozen`. */
const clockHeader = 'x-sandbox-clock';

/** Milliseconds of a wait that is logged. */
export const longWait = 1_000;

/** Real milliseconds for which a clock may stand still while a call waits for it. */
const longestStill = 2_000;

/** Why a wait ended early: it waited for a clock that stands still. */
export class ClockStandsStill extends Error {
  override readonly name = 'ClockStandsStill';

  constructor() {
    super('the clock stands still');
  }
}

/** Waits one after the other, which end with an error if the clock stands still too long in all of them together. */
export interface Waiter {
  /**
   * Waits.
   *
   * @param reason What follows "waits" in the log, for example `until the email is delivered`.
   * @throws the signal's reason, or {@link ClockStandsStill}.
   */
  sleep(milliseconds: number, signal?: AbortSignal, reason?: string): Promise<void>;
}

/** The time of a client: that of the system, or that of a sandbox, whose moves then end the client's waits. */
export class ClientTime {
  readonly #clock: ServiceClock | undefined;
  /** By how much real waits outran a clock that stands still. */
  #ahead = 0;
  /** The `Date` of a sandbox behind HTTP whose clock stands still. */
  #frozenAt: string | undefined;

  constructor(clock?: ServiceClock) {
    this.#clock = clock;
  }

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number {
    return this.#clock ? this.#clock.now() + this.#ahead : now();
  }

  /** Whether moves of a sandbox's clock end the waits. */
  get isMovable(): boolean {
    return this.#clock !== undefined;
  }

  /** Whether no wait of this process can end by a move of the clock, because the clock is in another one and stands still. */
  get isHopeless(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Whether a wait of so many milliseconds certainly fails. */
  failsIn(milliseconds: number): boolean {
    return this.isHopeless && milliseconds > longestStill;
  }

  /** Reads from a response whether the clock of the service stands still. */
  answered(headers: Pick<Headers, 'get'>): void {
    if (!this.#clock) {
      this.#frozenAt = headers.get(clockHeader) === 'frozen' ? (headers.get('date') ?? '') : undefined;
    }
  }

  /**
   * Waits of one call.
   *
   * @param onLong Called once, with the reason, if the waits take {@link longWait} or more together.
   */
  waiter(onLong?: (reason: string) => void): Waiter {
    let still = 0;
    let [total, isTold] = [0, false];
    let last: number | string | undefined;
    return {
      sleep: async (milliseconds, signal, reason) => {
        total += milliseconds;
        if (!isTold && total >= longWait && reason !== undefined) {
          isTold = true;
          onLong?.(reason);
        }
        const clock = this.#clock;
        const seen = clock ? clock.now() : this.#frozenAt;
        if (seen !== last) still = 0;
        last = seen;
        const startedAt = realElapsed();
        if (!clock) {
          if (this.isHopeless && still >= longestStill) throw new ClockStandsStill();
          await sleep(milliseconds, signal);
        } else await this.#sleep(clock, milliseconds, longestStill - still, signal);
        still += realElapsed() - startedAt;
      },
    };
  }

  #sleep(clock: ServiceClock, milliseconds: number, patience: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = this.now() + milliseconds;
      let cancel: (() => void)[] = [];
      const disarm = () => {
        for (const one of cancel) one();
        cancel = [];
      };
      const settle = (how: () => void) => {
        disarm();
        stopListening();
        signal?.removeEventListener('abort', onAbort);
        how();
      };
      const arm = (limit: number) => {
        disarm();
        // A clock that was set back must not make the wait longer.
        const left = Math.min(end - this.now(), milliseconds);
        if (left <= 0) return settle(resolve);
        const pass = () => {
          if (clock.isFrozen()) this.#ahead = Math.max(this.#ahead, end - clock.now());
          settle(resolve);
        };
        cancel.push(after(left, pass));
        if (clock.isFrozen() && left > limit) {
          cancel.push(afterReal(Math.max(0, limit), () => settle(() => reject(new ClockStandsStill()))));
        }
      };
      const onAbort = () => settle(() => reject(signal?.reason));
      const stopListening = clock.onMove(() => arm(longestStill));
      signal?.addEventListener('abort', onAbort, { once: true });
      arm(patience);
    });
  }
}
