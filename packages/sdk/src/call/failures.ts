import type { FieldError } from '@mailrig/contract';
import { errorCodes, isErrorCode } from '@mailrig/contract';
import { AbortError } from '../errors/abort-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { createAPIError } from '../errors/families.ts';
import { InvalidResponseError } from '../errors/invalid-response-error.ts';
import { circumstances, MailrigError } from '../errors/mailrig-error.ts';
import { combineOutcomes, type Outcome } from '../errors/outcome.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { CallLimits } from '../options.ts';
import type { Refusal } from './envelope.ts';
import type { Exchange } from './exchange.ts';

/** Where a call stands when something fails. */
export interface Progress {
  readonly operation: string;
  /** Requests that were made, the failed one included. */
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** What the attempts before this one leave open. */
  readonly earlier: Outcome;
}

/**
 * The call was ended from outside.
 *
 * @param own What the attempt that was under way leaves open; `not-sent` between two.
 */
export function interruption(
  by: 'signal' | 'totalTimeout',
  own: Outcome,
  progress: Progress,
  limits: CallLimits,
  signal: AbortSignal | undefined,
): MailrigError {
  const facts = { ...progress, outcome: combineOutcomes(progress.earlier, own) };
  return by === 'signal'
    ? new AbortError({ ...facts, cause: signal?.reason })
    : new TimeoutError('totalTimeout', limits.totalTimeout ?? 0, facts);
}

/**
 * There is no whole answer.
 *
 * @param url Where from; only its origin is told, because an upload's has a secret in it.
 */
export function lost(
  { failed, cause, accepted }: Extract<Exchange, { failed: string }>,
  url: string,
  progress: Progress,
  limits: CallLimits,
): MailrigError {
  const own = accepted
    ? 'succeeded'
    : failed === 'connection' && neverConnected(cause)
      ? 'not-sent'
      : 'unknown';
  const facts = { ...progress, outcome: combineOutcomes(progress.earlier, own) };
  if (failed === 'timeout') return new TimeoutError('timeout', limits.timeout, facts);
  return new ConnectionError(`no answer from ${originOf(url)}: ${words(cause)}`, { ...facts, cause });
}

/** The service answered that it did not do it. */
export function refused(
  refusal: Refusal,
  answer: Response,
  requestId: string | undefined,
  retryAfter: number | undefined,
  progress: Progress,
): MailrigError {
  const { status, headers } = answer;
  const code = refusal.code ?? 'UNKNOWN_ERROR';
  return createAPIError({
    ...progress,
    code,
    status,
    headers,
    requestId,
    reason: refusal.message,
    details: refusal.details,
    retryAfter: retryAfter === undefined ? undefined : retryAfter / 1_000,
    outcome: combineOutcomes(progress.earlier, leavesOpen(code, status) ? 'unknown' : 'rejected'),
  });
}

/** A store refused an upload. */
export function storageFailed(status: number, progress: Progress): Progress & { readonly outcome: Outcome } {
  const own = status === 408 || status >= 500 ? 'unknown' : 'rejected';
  return { ...progress, outcome: combineOutcomes(progress.earlier, own) };
}

/** The service answered 2xx with something else than it documents. */
export function unreadable(
  reason: string,
  finding: FieldError | undefined,
  answer: Response,
  requestId: string | undefined,
  progress: Progress,
): MailrigError {
  return new InvalidResponseError(reason, {
    ...progress,
    outcome: 'succeeded',
    status: answer.status,
    requestId,
    field: finding?.field || undefined,
  });
}

/** A failure of the service, or a twin that is still running, may have done it all the same. */
function leavesOpen(code: string, status: number): boolean {
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  if (isErrorCode(code)) return errorCodes[code].family === 'server';
  return status === 408 || status >= 500;
}

const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function neverConnected(cause: unknown): boolean {
  const code = systemCode(cause);
  return code !== undefined && connectCodes.has(code);
}

/** Node's fetch hides the system's error below its own. */
function systemCode(cause: unknown): string | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}

function words(cause: unknown): string {
  const code = systemCode(cause);
  const message = cause instanceof Error ? cause.message : 'the connection failed';
  return code === undefined ? message : `${message} (${code})`;
}

function originOf(url: string): string {
  return url.split('/', 3).join('/');
}

/** The caller's throttle did not let the request through. */
export function throttleFailed(cause: unknown, progress: Progress): MailrigError {
  return new MailrigError(`${progress.operation}: the throttle failed${circumstances(progress)}`, {
    ...progress,
    code: 'THROTTLE_FAILED',
    outcome: progress.earlier,
    cause,
  });
}
