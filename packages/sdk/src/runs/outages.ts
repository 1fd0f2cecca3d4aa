import { waitBefore } from '../call/attempts.ts';
import type { Caller } from '../call/caller.ts';
import { rethrowWith } from '../call/waits.ts';
import { InvalidResponseError } from '../errors/client-errors.ts';
import { isAPIError, isMailrigError } from '../errors/guards.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import { isTransient } from '../errors/retryable.ts';
import { isFrozen } from '../runtime/rate-limit.ts';

/** Longest wait between two tries, in milliseconds, if the service asks for none. */
const longestWait = 30_000;
/** How often the response to one request may have a wrong field. That may never change. */
const mostMalformed = 4;

/**
 * Waits out outages: lost connections, timeouts, failures of the service, rate limits, a failing throttle, and
 * responses that are not the service's, such as a maintenance page.
 */
export class Outages {
  /** Milliseconds that one outage may last. */
  readonly limit: number;
  /** Whether a request was made. */
  hasTried = false;
  readonly #stop: AbortSignal;
  readonly #caller: Caller;
  readonly #operation: string;
  readonly #exhausting = new WeakSet<object>();
  #respondedAt = -Infinity;

  /**
   * @param stop Ends all waits.
   * @param operation Name of the run, for the log.
   */
  constructor(limit: number, stop: AbortSignal, caller: Caller, operation: string) {
    this.limit = limit;
    this.#stop = stop;
    this.#caller = caller;
    this.#operation = operation;
  }

  /** Whether the outage that caused this error lasted longer than the limit, with nothing done in between, or would never end. */
  isExhaustedBy(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#exhausting.has(error);
  }

  /**
   * Tries until the service responds, or the limit is reached. If other requests got a response in the meantime, the
   * failure concerns this one only.
   *
   * @param isFinal Which errors must not be followed by another try. Default: none.
   * @throws the error of the last try, or the reason of the signal.
   */
  async persist<T>(
    attempt: () => Promise<T>,
    isFinal: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const { time } = this.#caller.settings;
    this.hasTried = true;
    let since: number | undefined;
    let malformed = 0;
    const waiter = this.#caller.waiter(this.#operation);
    for (let tries = 1; ; tries += 1) {
      try {
        const value = await attempt();
        this.#respondedAt = time.elapsed();
        return value;
      } catch (error) {
        if (!isMailrigError(error) || !isOutage(error) || isFinal(error) || this.#stop.aborted) {
          if (isAPIError(error) && error.status !== undefined) this.#respondedAt = time.elapsed();
          throw error;
        }
        if (error instanceof InvalidResponseError && error.field !== undefined) malformed += 1;
        if (malformed >= mostMalformed) throw error;
        if (isAPIError(error) && isFrozen(new Headers(error.headers), time)) {
          this.#exhausting.add(error);
          throw error;
        }
        since ??= time.elapsed();
        const asked = isAPIError(error) ? error.retryAfter : undefined;
        const { least, extra } = waitBefore(tries, asked, longestWait);
        const remaining = since + this.limit - time.elapsed();
        if (least > remaining) {
          const hasOthers = this.#respondedAt > since;
          if (!hasOthers) this.#exhausting.add(error);
          // With many requests, one may have to wait long.
          if (!hasOthers || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
        }
        const { operation: failed, outcome, code } = error;
        const reason = { for: 'retry', words: `after ${failed} failed with ${code}` } as const;
        await waiter
          .sleep(Math.min(least + extra, remaining), this.#stop, reason)
          .catch(rethrowWith({ operation: failed, outcome }));
      }
    }
  }
}

/** Whether the same request may succeed later. */
export function isOutage(error: MailrigError): boolean {
  if (isAPIError(error)) return error.status !== undefined && isTransient(error.code, error.status);
  return ['NETWORK_ERROR', 'TIMEOUT_ERROR', 'THROTTLE_FAILED', 'INVALID_RESPONSE'].includes(error.code);
}
