/** The waits of a sandbox's clients: for its clock, and for responses. */
import { afterReal, elapsed, timerDelay } from './timers.ts';

/** Real milliseconds that clients wait for a frozen clock while nothing happens in the sandbox. */
export const longestFrozenWait = 2_000;

/** A client waited too long for a frozen clock. */
class ClockFrozenError extends Error {
  override readonly name = 'ClockFrozenError';
  /** Always `CLOCK_FROZEN`. */
  readonly code = 'CLOCK_FROZEN';

  /** `remaining`: milliseconds that the wait still needs, of `milliseconds`. */
  constructor(remaining: number, milliseconds: number, reason: WaitReason | undefined) {
    const moved = remaining <= milliseconds - 1 ? `; it has moved, and ${lengthOf(remaining)} are left` : '';
    const isForRateLimit = reason?.for === 'rate limit';
    super(
      `the clock of the sandbox is frozen, and this call waits ${lengthOf(milliseconds)} ${reason?.words ?? 'for it'}${moved}: ${waysOut(remaining, isForRateLimit)}`,
    );
  }
}

/** What a client waits for. */
export interface WaitReason {
  /** For example `rate limit`. */
  readonly for: string;
  /** Follows "waits 60 s", for example `until the email is delivered`. */
  readonly words: string;
}

/** How a wait for a frozen clock can end. */
export function waysOut(milliseconds: number, isForRateLimit: boolean): string {
  const length = lengthOf(milliseconds).replace(' ', '');
  const other = isForRateLimit ? 'create the sandbox with rateLimit: false, ' : '';
  return `use clock.runUntil(promise) or clock.advance('${length}'), ${other}or let the clock run with clock: 'system'`;
}

/** A duration in seconds, or in milliseconds if it is short. */
function lengthOf(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.ceil(milliseconds)} ms` : `${Math.ceil(milliseconds / 1_000)} s`;
}

interface MovedClock {
  now(): number;
  onMove(listener: () => void): () => void;
}

/** The waits of the clients of one sandbox in this process. */
export class ClientWaits {
  readonly #clock: MovedClock;
  /** When the clock reaches the end of each wait. */
  readonly #ends = new Set<() => number>();
  /** No set: V8 chains the tables that a set outgrows, and so keeps many requests until a full collection. */
  readonly #open: { readonly method: string; readonly path: string }[] = [];
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
    this.#open.push(request);
    this.#changes += 1;
    let isRead = false;
    try {
      const result = await respond();
      isRead = request.method === 'GET' && 'status' in result && Number(result.status) < 400;
      return result;
    } finally {
      if (!isRead) this.#happened();
      this.#open.splice(this.#open.indexOf(request), 1);
      this.#changes += 1;
    }
  }

  /** Waits until the clock has moved on. Rejects with the signal's reason, or with {@link ClockFrozenError}. */
  sleep(
    milliseconds: number,
    isFrozen: () => boolean,
    signal?: AbortSignal,
    reason?: WaitReason,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = this.#clock.now() + milliseconds;
      let disarm: () => void = () => undefined;
      // A clock that was set back must not make the wait longer.
      const remaining = () => Math.min(end - this.#clock.now(), milliseconds);
      const endsAt = () => this.#clock.now() + remaining();
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
        const wait = remaining();
        if (wait <= 0) return settle(resolve);
        if (!isFrozen()) {
          const timer = setTimeout(() => settle(resolve), timerDelay(wait));
          disarm = () => clearTimeout(timer);
          return;
        }
        disarm = afterReal(Math.max(0, longestFrozenWait - this.#timeUsed()), () => {
          // Something may have happened meanwhile.
          if (this.#timeUsed() < longestFrozenWait) return arm();
          settle(() => reject(new ClockFrozenError(remaining(), milliseconds, reason)));
        });
      };
      const onAbort = () => settle(() => reject(signal?.reason));
      const stopListening = this.#clock.onMove(() => {
        this.#happened();
        arm();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#ends.add(endsAt);
      this.#counted();
      arm();
    });
  }

  #timeUsed(): number {
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
      this.#waited = this.#timeUsed();
      this.#waitsSince = undefined;
    }
  }
}
