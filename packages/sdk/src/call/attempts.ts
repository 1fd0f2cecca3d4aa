import type { WithResponse } from '../api-promise.ts';
import type { Outcome } from '../errors/mailrig-error.ts';
import { sleep } from '../runtime.ts';
import { makeAttempt } from './attempt.ts';
import type { Attempt, Call, Failed } from './call.ts';
import { interrupted } from './failures.ts';
import { mayRepeat, waitBefore } from './retry.ts';

/** How often a call may be refused because of the rate limit although it waited for its turn. */
const mostRefusals = 10;

/**
 * Makes attempts until one succeeds, no retry may follow, or the call ends.
 *
 * @throws MailrigError of the last attempt.
 */
export async function attemptUntilDone<T>(call: Call<T>): Promise<WithResponse<T>> {
  const { settings, request, limits, scope } = call;
  let earlier: Outcome = 'not-sent';
  let failures = 0;
  let refusals = 0;
  for (let number = 1; ; number += 1) {
    const attempt: Attempt = { call, number, earlier };
    const result = await makeAttempt(call, attempt);
    if ('done' in result) return result.done;
    const { error }: Failed = result;
    // Other programs may use the key up just before a call that has waited for its turn.
    const lostItsTurn = settings.throttle !== undefined && error.name === 'RateLimitError';
    if (lostItsTurn) refusals += 1;
    else failures += 1;
    const mayRetry = failures <= limits.maxRetries && refusals <= (limits.maxRetries > 0 ? mostRefusals : 0);
    const wait = waitBefore(number, result);
    const mayWait = (result.wait ?? 0) <= settings.maxRetryAfter && wait < scope.remaining();
    if (!mayRetry || !mayWait || !mayRepeat(result, call.retry, request.idempotencyKey !== undefined)) {
      throw error;
    }
    call.observer?.retry(request, number, error, wait);
    earlier = error.outcome;
    try {
      await sleep(wait, scope.signal);
    } catch {
      throw interrupted({ call, number: number + 1, earlier }, 'not-sent').error;
    }
  }
}
