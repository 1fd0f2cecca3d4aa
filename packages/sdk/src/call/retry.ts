import type { RetryRule } from '@mailrig/contract';
import { readReset } from '../rate-limit.ts';
import { fraction, longestTimer, now, parseDate } from '../runtime.ts';
import type { Failed } from './call.ts';

const firstWait = 500;
const longestWait = 8_000;

/**
 * Whether the client may retry a call after this failure (A117).
 *
 * @param hasKey Whether the request carries an idempotency key.
 */
export function mayRepeat({ repeat }: Failed, rule: RetryRule, hasKey: boolean): boolean {
  if (repeat !== 'if-safe') return repeat === 'always';
  return rule === 'safe' || (rule === 'with-idempotency-key' && hasKey);
}

/**
 * Milliseconds to wait before retry number `repeat`. If the service asks for a wait, it is that plus up to
 * 10 %, so that many clients do not come back at once. Otherwise a random 250 to 500 ms, which doubles with
 * each retry up to `longest`, by default 8 seconds.
 */
export function waitBefore(repeat: number, { wait }: Pick<Failed, 'wait'>, longest = longestWait): number {
  if (wait !== undefined) return Math.min(longestTimer, wait * (1 + fraction() / 10));
  return Math.min(longest, firstWait * 2 ** (repeat - 1)) * (0.5 + fraction() / 2);
}

/**
 * Milliseconds that the service asks to wait (A27): from `Retry-After`, in seconds or as an HTTP date, or
 * from `X-RateLimit-Reset` if the rate limit was exceeded.
 *
 * @returns `undefined` if neither header is readable.
 */
export function readRetryAfter(headers: Headers, rateLimited: boolean): number | undefined {
  return fromRetryAfter(headers) ?? (rateLimited ? until(readReset(headers), headers) : undefined);
}

function fromRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  return /^[A-Za-z]{3,9},? /.test(text) ? until(parseDate(text), headers) : undefined;
}

/** Milliseconds until `time`, counted from the `Date` header if there is one, because clocks differ. */
export function until(time: number, headers: Headers): number;
export function until(time: number | undefined, headers: Headers): number | undefined;
export function until(time: number | undefined, headers: Headers): number | undefined {
  return time === undefined ? undefined : Math.max(0, time - (parseDate(headers.get('date') ?? '') ?? now()));
}
