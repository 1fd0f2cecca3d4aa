import type { Settings } from '../options.ts';
import { readRateLimit } from '../rate-limit.ts';
import { now } from '../runtime.ts';
import type { EndTurn } from '../throttle.ts';
import type { Attempt, Call, Result } from './call.ts';
import { openEnvelope } from './envelope.ts';
import type { Endpoint } from './endpoint.ts';
import { interrupted, lost, refused, throttleFailed, unreadable } from './failures.ts';
import { readRetryAfter } from './retry.ts';
import { waitForThrottle } from './wait-for-throttle.ts';

/** Waits for the throttle, makes the request and reads the response. Never rejects. */
export async function makeAttempt<T>(call: Call<T>, attempt: Attempt): Promise<Result<T>> {
  const { settings, observer, request, limits, scope } = call;
  let endTurn: EndTurn | undefined;
  if (settings.throttle && !request.toStore && scope.endedBy() === undefined) {
    const start = now();
    const asked = { priority: limits.priority, attempt: attempt.number };
    const turn = await waitForThrottle(settings.throttle, asked, scope.signal);
    observer?.waited(now() - start);
    if ('end' in turn) endTurn = turn.end;
    else if (scope.endedBy() === undefined) return throttleFailed(attempt, turn.cause);
  }
  if (scope.endedBy()) {
    endTurn?.(false);
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
    endTurn?.(exchange.sent);
    const result = lost(attempt, exchange);
    observed?.lost(result.error);
    return result;
  }

  const { answer, text } = exchange;
  call.onAnswer(answer);
  const result = call.read(answer, text, attempt);
  endTurn?.(true, answer.headers, 'error' in result && result.error.name === 'RateLimitError');
  const { requestId } = 'done' in result ? result.done : result;
  observed?.answered(answer, text, requestId);
  return result;
}

/** Makes the reader of API responses: it opens the envelope, checks the payload and converts it for the caller. */
export function apiReader<T>(settings: Settings, endpoint: Endpoint<T>): Call<T>['read'] {
  return (answer, text, attempt) => {
    const envelope = openEnvelope(answer, text, endpoint.keepNulls ?? false, settings.withoutKey);
    const { requestId } = envelope;
    if (envelope.kind === 'unreadable') {
      return unreadable(attempt, { reason: envelope.reason, status: answer.status, requestId });
    }
    if (envelope.kind === 'refusal') {
      const { refusal } = envelope;
      const mayBeDone = attempt.earlier === 'unknown' || attempt.earlier === 'succeeded';
      if (!mayBeDone || refusal.code === undefined || refusal.code !== endpoint.doneBefore) {
        const wait = readRetryAfter(answer.headers, answer.status === 429);
        return refused(attempt, answer, { ...refusal, requestId, wait });
      }
    }
    const { payload, body } =
      envelope.kind === 'payload' ? envelope : { payload: undefined, body: undefined };
    const reading = endpoint.read(payload, body);
    if (!reading.ok) {
      const { field, message } = reading.error;
      const reason =
        payload === undefined
          ? 'the response has no payload'
          : `the response is not as documented: ${field || 'data'} ${message}`;
      return unreadable(attempt, { reason, field, status: answer.status, requestId });
    }
    return {
      done: {
        data: reading.value,
        raw: body,
        response: answer,
        requestId,
        get rateLimit() {
          return readRateLimit(answer.headers);
        },
      },
    };
  };
}
