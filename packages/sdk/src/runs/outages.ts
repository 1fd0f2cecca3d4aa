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

/** Waits out outages. */
export type Outages = ReturnType<typeof outagesOf>;

/**
 * Waits out outages: lost connections, timeouts, failures of the service, rate limits, a failing throttle, and
 * responses that are not the service's, such as a maintenance page.
 *
 * @param limit Milliseconds that one outage may last.
 * @param stop Ends all waits.
 * @param operation Name of the run, for the log.
 */
export function outagesOf(limit: number, stop: AbortSignal, caller: Caller, operation: string) {
  const { time } = caller.settings;
  const exhausting = new WeakSet<object>();
  let respondedAt = -Infinity;
  let hasTried = false;

  return {
    limit,

    /** Whether a request was made. */
    get hasTried(): boolean {
      return hasTried;
    },

    /** Whether the outage that caused this error lasted longer than the limit, with nothing done in between, or
     * would never end. */
    isExhaustedBy: (error: unknown): boolean =>
      typeof error === 'object' && error !== null && exhausting.has(error),

    /**
     * Tries until the service responds, or the limit is reached. If other requests got a response in the
     * meantime, the failure concerns this one only.
     *
     * @param isFinal Which errors must not be followed by another try. Default: none.
     * @throws the error of the last try, or the reason of the signal.
     */
    async persist<T>(
      attempt: () => Promise<T>,
      isFinal: (error: unknown) => boolean = () => false,
    ): Promise<T> {
      hasTried = true;
      let since: number | undefined;
      let malformed = 0;
      const waiter = caller.waiter(operation);
      for (let tries = 1; ; tries += 1) {
        try {
          const value = await attempt();
          respondedAt = time.elapsed();
          return value;
        } catch (error) {
          if (!isMailrigError(error) || !isOutage(error) || isFinal(error) || stop.aborted) {
            if (isAPIError(error) && error.status !== undefined) respondedAt = time.elapsed();
            throw error;
          }
          if (error instanceof InvalidResponseError && error.field !== undefined) malformed += 1;
          if (malformed >= mostMalformed) throw error;
          if (isAPIError(error) && isFrozen(new Headers(error.headers), time)) {
            exhausting.add(error);
            throw error;
          }
          since ??= time.elapsed();
          const asked = isAPIError(error) ? error.retryAfter : undefined;
          const { least, extra } = waitBefore(tries, asked, longestWait);
          const remaining = since + limit - time.elapsed();
          if (least > remaining) {
            const others = respondedAt > since;
            if (!others) exhausting.add(error);
            // With many requests, one may have to wait long for its turn.
            if (!others || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
          }
          const { operation: failed, outcome, code } = error;
          const reason = { for: 'retry', words: `after ${failed} failed with ${code}` } as const;
          await waiter
            .sleep(Math.min(least + extra, remaining), stop, reason)
            .catch(rethrowWith({ operation: failed, outcome }));
        }
      }
    },
  };
}

/** Whether the same request may succeed later. */
export function isOutage(error: MailrigError): boolean {
  if (isAPIError(error)) return error.status !== undefined && isTransient(error.code, error.status);
  return ['NETWORK_ERROR', 'TIMEOUT_ERROR', 'THROTTLE_FAILED', 'INVALID_RESPONSE'].includes(error.code);
}
