/**
 * Time and randomness.
 */

/** The longest wait of a timer in milliseconds; engines turn a longer one into none. */
export const longestTimer = 2_147_483_647;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function now(): number {
  return Date.now();
}

/** Reads an HTTP date. Returns milliseconds since 1970-01-01T00:00:00Z, or `undefined` if it is not a date. */
export function parseDate(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Calls `callback` after `milliseconds`, unless the returned function is called first. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

// Captured at load: fake timers may replace the globals later.
const { setTimeout: startTimer, clearTimeout: stopTimer, performance: stopwatch } = globalThis;
const elapsed = stopwatch.now.bind(stopwatch);

/** As `after`, but in real time even under fake timers. */
export function afterReal(milliseconds: number, callback: () => void): () => void {
  const timer = startTimer(callback, milliseconds);
  return () => stopTimer(timer);
}

/** Real milliseconds since a fixed moment, even under fake timers. */
export function realElapsed(): number {
  return elapsed();
}

/** Waits for a number of milliseconds. Rejects with the signal's reason as soon as it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = after(milliseconds, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A random number, at least 0 and below 1. */
export function fraction(): number {
  return Math.random();
}

/** A random, unique id. */
export function uuid(): string {
  const { crypto } = globalThis;
  // Browsers have randomUUID only on https and localhost.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** The lifetime of a call, which the caller's signal or the total timeout can end. */
export interface Scope {
  /** Aborts when the call ends early. `undefined` if nothing can end it early. */
  readonly signal: AbortSignal | undefined;
  /** Which of the two ended the call. `undefined` while it runs. */
  endedBy(): 'signal' | 'totalTimeout' | undefined;
  /** Abort reason of the caller's signal. */
  reason(): unknown;
  /** Time limit of the call in milliseconds. `undefined` if it has none. */
  readonly totalTimeout: number | undefined;
  /** Milliseconds left. `Infinity` without a time limit. */
  remaining(): number;
  /** Stops the timer and the listener on the caller's signal. */
  close(): void;
}

/**
 * Starts the total timeout of one call.
 *
 * @param onEnd Called when the signal or the timeout ends it, unless the signal had aborted before.
 */
export function openScope(
  signal: AbortSignal | undefined,
  totalTimeout: number | undefined,
  onEnd?: () => void,
): Scope {
  const reason = (): unknown => signal?.reason;
  if (totalTimeout === undefined) {
    return {
      signal,
      reason,
      totalTimeout,
      endedBy: () => (signal?.aborted ? 'signal' : undefined),
      remaining: () => Infinity,
      close: () => undefined,
    };
  }
  const end = now() + totalTimeout;
  const controller = new AbortController();
  let ended: 'signal' | 'totalTimeout' | undefined;
  const finish = (by: 'signal' | 'totalTimeout') => {
    ended ??= by;
    controller.abort(by === 'signal' ? signal?.reason : undefined);
  };
  const endBy = (by: 'signal' | 'totalTimeout') => {
    finish(by);
    onEnd?.();
  };
  const onAbort = () => endBy('signal');
  const cancel = after(totalTimeout, () => endBy('totalTimeout'));
  if (signal?.aborted) finish('signal');
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    reason,
    totalTimeout,
    endedBy: () => ended,
    remaining: () => Math.max(0, end - now()),
    close: () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Settles as `work` does, or rejects as soon as the scope ends, even if the work ignores the signal. */
export async function untilEnd<T>({ signal }: Pick<Scope, 'signal'>, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  const ended = Promise.withResolvers<never>();
  const onAbort = () => ended.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([ended.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

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
