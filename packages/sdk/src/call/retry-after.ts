import { now, parseDate } from '../runtime.ts';
import { readReset } from '../rate-limit.ts';

/**
 * Milliseconds that the service asks to wait (decision A27): `Retry-After` in seconds, whole or
 * decimal, or as an HTTP date; else, where the rate limit was met, until `X-RateLimit-Reset`.
 *
 * @returns `undefined` where it asks for nothing that can be read.
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

/** Milliseconds until `time`, counted from the service's own time where it says so: clocks differ. */
export function until(time: number, headers: Headers): number;
export function until(time: number | undefined, headers: Headers): number | undefined;
export function until(time: number | undefined, headers: Headers): number | undefined {
  return time === undefined ? undefined : Math.max(0, time - (parseDate(headers.get('date') ?? '') ?? now()));
}
