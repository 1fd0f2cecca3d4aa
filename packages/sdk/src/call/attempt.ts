import type { RetryRule } from '@mailrig/contract';
import type { WithResponse } from '../api-promise.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import type { CallLimits, Settings } from '../options.ts';
import { readRateLimit } from '../rate-limit.ts';
import { now } from '../runtime.ts';
import type { EndTurn } from '../throttle.ts';
import type { Endpoint } from './endpoint.ts';
import { openEnvelope } from './envelope.ts';
import { exchange } from './exchange.ts';
import { interruption, lost, type Progress, refused, throttleFailed, unreadable } from './failures.ts';
import type { Observer } from './observer.ts';
import type { WireRequest } from './request.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Scope } from './scope.ts';
import { waitForTurn } from './turn.ts';

/** What one attempt came to; `wait` is what the service asks for before the next, in milliseconds. */
export type Attempt<T> =
  | { readonly done: WithResponse<T> }
  | { readonly error: MailrigError; readonly wait?: number | undefined };

/** Reads an answer of the service; `onRead` is told the id of the answer. */
export type AnswerReader<T> = (
  answer: Response,
  text: string,
  progress: Progress,
  onRead: (requestId: string | undefined) => void,
) => Attempt<T>;

/** What all attempts of one call share. */
export interface Call<T> {
  readonly settings: Pick<Settings, 'fetch' | 'throttle' | 'maxRetryAfter'>;
  readonly observer: Observer | undefined;
  readonly retry: RetryRule;
  readonly read: AnswerReader<T>;
  readonly request: WireRequest;
  readonly limits: CallLimits;
  readonly scope: Scope;
  /** Is shown each answer. */
  readonly onAnswer: (answer: Response) => void;
}

/** Waits for its turn, makes the request and reads the answer. Never throws. */
export async function attempt<T>(call: Call<T>, progress: Progress): Promise<Attempt<T>> {
  const { settings, observer, request, limits, scope } = call;
  const unsent = { ...progress, attempts: progress.attempts - 1 };
  let endTurn: EndTurn | undefined;
  if (settings.throttle && scope.endedBy() === undefined) {
    const turn = await waitForTurn(settings.throttle, scope.signal);
    if ('end' in turn) endTurn = turn.end;
    else if (scope.endedBy() === undefined) return { error: throttleFailed(turn.cause, unsent) };
  }
  const ended = scope.endedBy();
  if (ended) {
    endTurn?.(false);
    return { error: interruption(ended, 'not-sent', unsent, limits, scope.signal) };
  }

  const event = observer && {
    operation: request.operation,
    method: request.method,
    path: request.path,
    attempt: progress.attempts,
    idempotencyKey: request.idempotencyKey,
  };
  if (event) observer.request(event);
  const start = event ? now() : 0;
  const result = await exchange(request, {
    fetch: settings.fetch,
    timeout: limits.timeout,
    signal: scope.signal,
  });
  endTurn?.(true, 'answer' in result ? result.answer.headers : undefined);
  if ('failed' in result) {
    if (result.failed !== 'ended') return { error: lost(result, request.url, progress, limits) };
    const own = result.accepted ? 'succeeded' : 'unknown';
    return { error: interruption(scope.endedBy() ?? 'signal', own, progress, limits, scope.signal) };
  }
  call.onAnswer(result.answer);
  return call.read(result.answer, result.text, progress, (requestId) => {
    if (event) observer.response(event, result.answer, now() - start, requestId);
  });
}

/** Reads answers of the API: out of their envelope, checked and in the endpoint's form. */
export function apiReader<T>(settings: Settings, endpoint: Endpoint<T>): AnswerReader<T> {
  return (answer, text, progress, onRead) => read(settings, endpoint, answer, text, progress, onRead);
}

function read<T>(
  settings: Settings,
  endpoint: Endpoint<T>,
  answer: Response,
  text: string,
  progress: Progress,
  onRead: (requestId: string | undefined) => void,
): Attempt<T> {
  const withoutKey = (words: string) => words.replaceAll(settings.apiKey, '[API key]');
  const envelope = openEnvelope(answer, answer.ok ? text : withoutKey(text), endpoint.keepNulls ?? false);
  const { requestId } = envelope;
  onRead(requestId);
  if (envelope.kind === 'unreadable') {
    return { error: unreadable(withoutKey(envelope.reason), undefined, answer, requestId, progress) };
  }
  if (envelope.kind === 'refusal') {
    const { refusal } = envelope;
    const mayBeDone = progress.earlier === 'unknown' || progress.earlier === 'succeeded';
    if (!mayBeDone || refusal.code === undefined || refusal.code !== endpoint.doneBefore) {
      const wait = readRetryAfter(answer.headers, answer.status === 429);
      const shown = { ...refusal, message: withoutKey(refusal.message) };
      return { error: refused(shown, answer, requestId, wait, progress), wait };
    }
  }
  const { payload, body } = envelope.kind === 'payload' ? envelope : { payload: undefined, body: undefined };
  const reading = endpoint.read(payload, body);
  if (!reading.ok) {
    const { finding } = reading;
    const reason =
      payload === undefined
        ? 'the answer has no payload'
        : `the answer is not as documented: ${finding.field || 'data'} ${finding.message}`;
    return { error: unreadable(reason, finding, answer, requestId, progress) };
  }
  return {
    done: {
      data: reading.value,
      response: answer,
      requestId,
      get rateLimit() {
        return readRateLimit(answer.headers);
      },
    },
  };
}
