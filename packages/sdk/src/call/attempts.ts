import type { RetryRule } from '@mailrig/contract';
import type { WithResponse } from '../results/api-promise.ts';
import { type MailrigError, type Outcome, reasonOf } from '../errors/mailrig-error.ts';
import { notify } from '../runtime/callbacks.ts';
import { refusedReason } from '../runtime/rate-limit.ts';
import { fraction, longestTimer, untilEnd, type WaitReason } from '../runtime/time.ts';
import type { EndTurn, Throttle, TurnRequest } from '../options/throttle.ts';
import { type Attempt, type Call, type Failed, isSuccess, type Result } from './call.ts';
import { interrupted, lost, throttleFailed, unreadable } from './failures.ts';

const firstWait = 500;
const longestWait = 8_000;

/**
 * Makes attempts until one succeeds, no retry may follow, or the call ends.
 *
 * @throws MailrigError of the last attempt.
 */
export async function attemptUntilDone<T>(call: Call<T>): Promise<WithResponse<T>> {
  const { settings, request, limits, scope } = call;
  let earlier: Outcome = 'not-sent';
  const { time, maxRetryAfter } = settings;
  try {
    for (let number = 1; ; number += 1) {
      const attempt: Attempt = { call, number, earlier };
      const result = await makeAttempt(call, attempt);
      if ('done' in result) return result.done;
      const { error, asked }: Failed = result;
      // With a clock of the caller's, the wait is exactly as long as the service asks for.
      const exact = time.isGiven && asked ? { least: asked.wait, extra: 0 } : undefined;
      const { least, extra } = exact ?? waitBefore(number, asked?.wait);
      // Neither the random extra wait nor a rounded `Date` ends a call for which there is time.
      const wait = [least + extra, least, asked?.least ?? least].find((one) => one < scope.remaining());
      const mayRetry =
        number <= limits.maxRetries && (asked?.least ?? 0) <= maxRetryAfter && !result.isFrozen;
      if (
        !mayRetry ||
        wait === undefined ||
        !mayRepeat(result, call.retry, request.idempotencyKey !== undefined)
      ) {
        throw error;
      }
      earlier = error.outcome;
      call.observer?.retry(request, { attempt: number, error, wait });
      try {
        await time.waiter().sleep(wait, scope.signal, reasonOfRetry(error, asked !== undefined));
      } catch (cause) {
        const next: Attempt = { call, number: number + 1, earlier };
        throw interrupted(next, 'not-sent', cause).error;
      }
    }
  } finally {
    scope.close();
  }
}

/** Waits for the throttle, makes the request and reads the response. Never rejects. */
async function makeAttempt<T>(call: Call<T>, attempt: Attempt): Promise<Result<T>> {
  const { settings, observer, request, limits, scope } = call;
  let endTurn: EndTurn | void = undefined;
  if (settings.throttle && !request.toStore && scope.endedBy() === undefined) {
    const turnRequest = { priority: limits.priority, attempt: attempt.number };
    endTurn = settings.turnNow?.();
    if (!endTurn) {
      const stopNoting = observer?.waitsForTurn();
      const turn = await waitForThrottle(settings.throttle, turnRequest, scope.signal);
      stopNoting?.();
      if ('end' in turn) endTurn = turn.end;
      else if (scope.endedBy() === undefined) return throttleFailed(attempt, turn.cause);
      else return interrupted(attempt, 'not-sent', undefined, 'for the rate limit');
    }
  }
  if (scope.endedBy()) {
    end(endTurn, false);
    return interrupted(attempt, 'not-sent');
  }

  const observed = observer?.attempt(request, attempt.number);
  const send = () =>
    call.send(observed ? { ...request, headers: { ...observed.headers, ...request.headers } } : request, {
      timeout: limits.timeout,
      signal: scope.signal,
      context: { operation: request.operation, attempt: attempt.number, callId: call.id },
    });
  const exchange = await (observed ? observed.run(send) : send());
  if ('failed' in exchange) {
    end(endTurn, exchange.sent);
    const result = lost(attempt, exchange);
    observed?.lost(result.error);
    return result;
  }

  const { response, text } = exchange;
  const result = readResponse(call, exchange, attempt);
  end(endTurn, true, response.headers, 'error' in result && result.error.name === 'RateLimitError');
  const { requestId } = 'done' in result ? result.done : result;
  notify(() => observed?.responded(response, text, requestId));
  return result;
}

/** Reads a response. If that fails, a 2xx response stays a success. */
function readResponse<T>(
  call: Call<T>,
  { response, text }: { readonly response: Response; readonly text: string },
  attempt: Attempt,
): Result<T> {
  try {
    call.onResponse(response);
    return call.read(response, text, attempt);
  } catch (cause) {
    if (!isSuccess(response)) {
      return lost(attempt, { failed: 'connection', cause, sent: true });
    }
    const reason = `the response cannot be read${reasonOf(cause)}`;
    return unreadable(attempt, { reason, status: response.status });
  }
}

/** Permission to send, or the reason for a refusal: the throttle failed, or the call ended first. */
type Turn = { readonly end: EndTurn | void } | { readonly cause: unknown };

/** Waits until the throttle lets a request through or the call ends. Never rejects. */
async function waitForThrottle(
  throttle: Throttle,
  request: TurnRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Turn> {
  const turn = (async () => throttle.acquire(signal, request))();
  try {
    return { end: await untilEnd({ signal }, turn) };
  } catch (cause) {
    // A turn that comes after the end of its call is given back.
    turn.then(
      (late) => end(late, false),
      () => undefined,
    );
    return { cause };
  }
}

/** Ends the turn of a request. A throttle that fails then, or headers that do, must not change its result. */
function end(turn: EndTurn | void, ...result: Parameters<EndTurn>): void {
  if (turn) notify(() => turn(...result) as unknown);
}

/**
 * Whether the client may retry a call after this failure (A117).
 *
 * @param hasKey Whether the request carries an idempotency key.
 */
function mayRepeat({ repeat }: Failed, rule: RetryRule, hasKey: boolean): boolean {
  if (repeat !== 'if-safe') return repeat === 'always';
  return rule === 'safe' || (rule === 'with-idempotency-key' && hasKey);
}

function reasonOfRetry({ code, name }: MailrigError, isAsked: boolean): WaitReason {
  if (name === 'RateLimitError') return refusedReason;
  const words = isAsked ? `because the service asked for it after ${code}` : `before a retry after ${code}`;
  return { for: 'retry', words };
}

/** A wait before a retry in milliseconds: at least `least`, and up to `extra` more where there is time. */
export interface RetryWait {
  readonly least: number;
  /** Random, so that many clients do not come back at once. */
  readonly extra: number;
}

/**
 * The wait before retry number `repeat`. If the service asks for half a second or more, it is that plus up to 10 %.
 * Otherwise a random 250 to 500 ms, which doubles with each retry up to `longest`, by default 8 seconds.
 *
 * @param asked Milliseconds that the service asks to wait.
 */
export function waitBefore(repeat: number, asked = 0, longest = longestWait): RetryWait {
  if (asked >= firstWait) {
    const least = Math.min(longestTimer, asked);
    return { least, extra: Math.min(longestTimer - least, (fraction() * asked) / 10) };
  }
  const half = Math.min(longest, firstWait * 2 ** (repeat - 1)) / 2;
  const least = Math.max(asked, half);
  return { least, extra: Math.max(0, half * (1 + fraction()) - least) };
}
