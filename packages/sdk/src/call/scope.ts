import { AbortError, clockError, type ClientErrorFacts, TimeoutError } from '../errors/client-errors.ts';
import type { RequestOptions } from '../options/options.ts';
import { after, now } from '../runtime/runtime.ts';
import { ClientTime, ClockStandsStill, type Waiter } from '../runtime/service-clock.ts';

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

/** Starts the total timeout of one call. */
export function openScope(signal: AbortSignal | undefined, totalTimeout: number | undefined): Scope {
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
  const onAbort = () => finish('signal');
  const cancel = after(totalTimeout, () => finish('totalTimeout'));
  if (signal?.aborted) onAbort();
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

/** The error of a call that its signal or total timeout has ended. */
export function endedError(scope: Scope, facts: ClientErrorFacts): AbortError | TimeoutError {
  return scope.endedBy() === 'totalTimeout'
    ? new TimeoutError('totalTimeout', scope.totalTimeout ?? 0, facts)
    : new AbortError({ ...facts, cause: scope.reason() });
}

/** Limits of a wait. */
type WaitLimits = Pick<RequestOptions, 'signal' | 'totalTimeout'>;

/** A wait that runs. */
export interface Waiting {
  /** Aborts when the wait ends early. */
  readonly signal: AbortSignal | undefined;
  /** Requests so far. The work counts them. */
  attempts: number;
  /**
   * Waits until the next request.
   *
   * @param reason What follows "waits" in the log.
   */
  sleep(milliseconds: number, reason: string): Promise<void>;
}

/**
 * Runs work that waits.
 *
 * @param outcome Outcome of a wait that ends early.
 * @param waiter Waits between the requests. Default: in the system's time.
 * @throws AbortError if the signal ended it, TimeoutError if it took too long, MailrigError with code
 * `CLOCK_STANDS_STILL`, and the errors of the work.
 */
export async function waitWithin<T>(
  { operation, outcome, signal, totalTimeout }: WaitLimits & Pick<ClientErrorFacts, 'operation' | 'outcome'>,
  work: (waiting: Waiting) => Promise<T>,
  waiter: Waiter = new ClientTime().waiter(),
): Promise<T> {
  const scope = openScope(signal, totalTimeout);
  const waiting: Waiting = {
    signal: scope.signal,
    attempts: 0,
    sleep: (milliseconds, reason) => waiter.sleep(milliseconds, scope.signal, reason),
  };
  try {
    return await work(waiting);
  } catch (error) {
    if (error instanceof ClockStandsStill) {
      throw clockError({ operation, attempts: waiting.attempts, outcome });
    }
    if (scope.endedBy() === undefined) throw error;
    throw endedError(scope, { operation, attempts: waiting.attempts, outcome });
  } finally {
    scope.close();
  }
}

/** Waits for work that continues if this wait ends early. Throws like `waitWithin`. */
export function waitForShared<T>(operation: string, work: Promise<T>, limits: WaitLimits): Promise<T> {
  return waitWithin({ ...limits, operation, outcome: 'not-sent' }, (waiting) => untilEnd(waiting, work));
}

/** Work that several calls wait for, each within its own limits. It is aborted when none waits any more. */
export class SharedWork<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#controller.signal);
    // An abandoned result may fail unseen.
    this.#result.catch(() => undefined);
  }

  /** Whether every call has stopped waiting. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Like `waitForShared`. */
  async wait(operation: string, limits: WaitLimits): Promise<T> {
    this.#waiting += 1;
    try {
      return await waitForShared(operation, this.#result, limits);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#controller.abort();
    }
  }
}

/** Makes the options for each step of a call; all steps share its `totalTimeout`. */
export function countdown(options: RequestOptions, ofClient: number | undefined): () => RequestOptions {
  const { totalTimeout = ofClient } = options;
  if (totalTimeout === undefined) return () => options;
  const end = now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - now()) });
}
