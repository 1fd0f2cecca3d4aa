import { errorCodes, isErrorCode, type RetryRule } from '@mailrig/contract';
import { APIError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { jitter } from '../runtime.ts';

const firstWait = 500;
const longestWait = 8_000;

/**
 * Whether the request that failed with `error` may be made once more (decision A23).
 *
 * @param hasKey Whether it carries an idempotency key.
 */
export function mayRepeat(error: MailrigError, rule: RetryRule, hasKey: boolean): boolean {
  if (error instanceof RateLimitError) return true;
  if (rule === 'if-not-done' || (rule === 'with-idempotency-key' && !hasKey)) return false;
  if (error instanceof ConnectionError) return true;
  if (error instanceof TimeoutError) return error.limit === 'timeout';
  return error instanceof APIError && isTransient(error);
}

/** The code decides where it is known, else the status. */
function isTransient({ code, status = 0 }: APIError): boolean {
  if (isErrorCode(code)) return errorCodes[code].retry !== 'never';
  return status === 408 || status >= 500;
}

/** Milliseconds before repeat number `repeat` where the service asks for nothing: doubling, capped, spread. */
export function backoff(repeat: number): number {
  return jitter(Math.min(longestWait, firstWait * 2 ** (repeat - 1)));
}
