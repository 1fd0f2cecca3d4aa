import { clockError, type ClientErrorFacts, TimeoutError } from '../errors/client-errors.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { ClockRefusal, openScope, Time, untilEnd, type Waiter } from '../runtime/time.ts';
import { endedError } from './failures.ts';

/** Rethrows why a sleep ended, a refusal of the clock as the error of a call with these facts. */
export function rethrowWith(facts: ClientErrorFacts): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof ClockRefusal ? clockError(facts, cause) : cause;
  };
}

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
   * @param words What for: follows "waits 60 s".
   */
  sleep(milliseconds: number, words: string): Promise<void>;
}

/**
 * Runs work that waits.
 *
 * @param outcome Outcome of a wait that ends early.
 * @param waiter Waits between the requests. Default: in the system's time.
 * @throws AbortError if the signal ended it, TimeoutError if it took too long, MailrigError with code
 * `CLOCK_FROZEN`, and the errors of the work.
 */
export async function waitWithin<T>(
  { operation, outcome, signal, totalTimeout }: WaitLimits & Pick<ClientErrorFacts, 'operation' | 'outcome'>,
  work: (waiting: Waiting) => Promise<T>,
  waiter: Waiter = new Time().waiter(),
): Promise<T> {
  const scope = openScope(signal, totalTimeout);
  const end = waiter.elapsed() + (totalTimeout ?? Infinity);
  let waitsFor: string | undefined;
  const waiting: Waiting = {
    signal: scope.signal,
    attempts: 0,
    sleep: async (milliseconds, words) => {
      waitsFor = words;
      const remaining = Math.max(0, end - waiter.elapsed());
      if (remaining > 0) {
        await waiter.sleep(Math.min(milliseconds, remaining), scope.signal, { for: 'change', words });
      }
      if (remaining <= milliseconds)
        throw new TimeoutError('totalTimeout', totalTimeout ?? 0, facts(), words);
    },
  };
  const facts = () => ({ operation, attempts: waiting.attempts, outcome });
  try {
    return await work(waiting);
  } catch (error) {
    if (scope.endedBy() === undefined) return rethrowWith(facts())(error);
    throw endedError(scope, facts(), waitsFor);
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
