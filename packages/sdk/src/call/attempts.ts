import type { WithResponse } from '../api-promise.ts';
import type { Outcome } from '../errors/mailrig-error.ts';
import { sleep } from '../runtime.ts';
import { makeAttempt } from './attempt.ts';
import type { Attempt, Call, Failed } from './call.ts';
import { interrupted } from './failures.ts';
import { mayRepeat, waitBefore } from './retry.ts';

/**
 * Makes attempts until one succeeds, no retry may follow, or the call ends.
 *
 * @throws MailrigError of the last attempt.
 */
export async function attemptUntilDone<T>(call: Call<T>): Promise<WithResponse<T>> {
  const { settings, request, limits, scope } = call;
  let earlier: Outcome = 'not-sent';
  for (let number = 1; ; number += 1) {
    const attempt: Attempt = { call, number, earlier };
    const result = await makeAttempt(call, attempt);
    if ('done' in result) return result.done;
    const { error }: Failed = result;
    const wait = waitBefore(number, result);
    const mayWait = (result.wait ?? 0) <= settings.maxRetryAfter && wait < scope.remaining();
    if (
      number > limits.maxRetries ||
      !mayWait ||
      !mayRepeat(result, call.retry, request.idempotencyKey !== undefined)
    ) {
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
