/** Time and randomness. */

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

// As they were at load: fake timers replace them. One by one, because bundlers keep a pattern that nothing uses.
const SystemDate = globalThis.Date;
const stopwatch = globalThis.performance;
const startTimer = globalThis.setTimeout;
const timeOrigin = stopwatch.timeOrigin;
const readStopwatch: unknown = Reflect.get(stopwatch, 'now');

/** Calls `callback` after some real milliseconds, also in tests with faked timers. The process may end before. */
export function afterUnlessOver(milliseconds: number, callback: () => void): void {
  const timer: unknown = startTimer(callback, milliseconds);
  // Timers of browsers are numbers.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref();
}

/** Milliseconds since a fixed moment, for durations: setting the date does not change it. */
export function elapsed(): number {
  // Many tests fake timers and the date, but not this.
  const isReal = performance === stopwatch && performance.now === readStopwatch;
  if (isReal && setTimeout !== startTimer && Date !== SystemDate) return now();
  return timeOrigin + performance.now();
}

/** Waits for a number of milliseconds. Forgets the wait if the signal aborts, and then never settles. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(milliseconds, () => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    });
    signal?.addEventListener('abort', cancel, { once: true });
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
 * @param time Counts the time that is left.
 */
export function openScope(
  signal: AbortSignal | undefined,
  totalTimeout: number | undefined,
  time = systemTime,
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
  const end = time.elapsed() + totalTimeout;
  const controller = new AbortController();
  let ended: 'signal' | 'totalTimeout' | undefined;
  const finish = (by: 'signal' | 'totalTimeout') => {
    ended ??= by;
    controller.abort(by === 'signal' ? signal?.reason : undefined);
  };
  const onAbort = () => finish('signal');
  const cancel = after(totalTimeout, () => finish('totalTimeout'));
  if (signal?.aborted) finish('signal');
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    reason,
    totalTimeout,
    endedBy: () => ended,
    remaining: () => Math.max(0, end - time.elapsed()),
    close: () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Settles as `work` does, or rejects as soon as the scope ends, even if the work ignores the signal. */
export function untilEnd<T>({ signal }: Pick<Scope, 'signal'>, work: Promise<T>): Promise<T> {
  return signal ? untilAborted(signal, work) : work;
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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

/** What a client measures time with and waits by: option `clock`. */
export interface Clock {
  /** The time: a Date, as `sandbox.clock.now()` returns, or milliseconds since 1970-01-01T00:00:00Z. */
  now(): Date | number;
  /**
   * Waits. If it rejects, the call that waits fails with `CLOCK_FROZEN` and its message. When it resolves, so many
   * milliseconds have passed for the client, whatever `now` returns.
   *
   * @param milliseconds How long.
   * @param signal Ends the wait: reject with its reason then.
   * @param reason What for.
   */
  sleep(milliseconds: number, signal?: AbortSignal, reason?: WaitReason): Promise<void>;
}

/** What a call waits for. */
export interface WaitReason {
  /**
   * `rate limit`: the rest of a window of the service. `throttle`: a slot of option `throttle`. `responses`: requests under way, which may use up the rate limit. `retry`: the
   * time before a request is repeated. `change`: the next poll of what the call waits for.
   */
  readonly for: 'rate limit' | 'throttle' | 'responses' | 'retry' | 'change';
  /** Follows "waits 60 s", for example `until the email is delivered`. */
  readonly words: string;
}

/** Milliseconds of a wait that is logged. */
export const longWait = 1_000;

/** Why a wait ended early: the option `clock` rejected. */
export class ClockRefusal extends Error {
  constructor(cause: unknown) {
    super('the clock rejected', { cause });
  }
}

/** Waits one after the other. */
export interface Waiter {
  /** As {@link Time.elapsed}. */
  elapsed(): number;
  /**
   * Waits.
   *
   * @throws the signal's reason, or {@link ClockRefusal}.
   */
  sleep(milliseconds: number, signal: AbortSignal | undefined, reason: WaitReason): Promise<void>;
}

/** The time of a client: that of the system, or of the option `clock`. */
export class Time {
  readonly #clock: Clock | undefined;
  readonly #onWait: ((milliseconds: number, reason: WaitReason) => void) | undefined;
  /** Milliseconds by which finished waits are ahead of the clock, as in tests. */
  #ahead = 0;

  /** @param onWait Called before each wait, also one of a throttle that several clients share. */
  constructor(clock?: Clock, onWait?: (milliseconds: number, reason: WaitReason) => void) {
    this.#clock = clock;
    this.#onWait = onWait;
  }

  /** Whether it is not the system's. */
  get isGiven(): boolean {
    return this.#clock !== undefined;
  }

  /** Milliseconds since 1970-01-01T00:00:00Z, for what leaves the process. */
  now(): number {
    return this.#clock ? this.elapsed() : now();
  }

  /** Milliseconds since a fixed moment, for durations: the system's do not change if its date is set. */
  elapsed(): number {
    return this.#read() + this.#ahead;
  }

  /**
   * Waits of one call.
   *
   * @param onLong Called once, with the reason, if the waits take {@link longWait} or more together.
   */
  waiter(onLong?: (reason: string) => void): Waiter {
    let [total, isReported] = [0, false];
    return {
      elapsed: () => this.elapsed(),
      sleep: (milliseconds, signal, reason) => {
        total += milliseconds;
        if (!isReported && total >= longWait) {
          isReported = true;
          onLong?.(reason.words);
        }
        this.#onWait?.(milliseconds, reason);
        return this.#sleep(milliseconds, signal, reason);
      },
    };
  }

  #read(): number {
    return this.#clock ? Number(this.#clock.now()) : elapsed();
  }

  async #sleep(milliseconds: number, signal: AbortSignal | undefined, reason: WaitReason): Promise<void> {
    signal?.throwIfAborted();
    const [start, ahead] = [this.#read(), this.#ahead];
    const wait = async () =>
      this.#clock ? this.#clock.sleep(milliseconds, signal, reason) : sleep(milliseconds, signal);
    try {
      await untilEnd({ signal }, wait());
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ClockRefusal(cause);
    }
    const missing = milliseconds - (this.#read() - start);
    // A clock that was set back must not count more than the wait.
    this.#ahead = Math.max(this.#ahead, ahead + Math.min(milliseconds, missing));
  }
}

const systemTime = new Time();
