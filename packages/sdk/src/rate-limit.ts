import { formatTimestamp, parseTimestamp } from '@mailrig/contract';

/** Rate limit of the API key, from the headers of a response (R31 to R33). */
export interface RateLimit {
  /** Requests allowed in one window. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** When the window ends. ISO 8601. Absent if the service did not say. */
  readonly reset?: string;
}

/** Reads the `X-RateLimit-*` headers. Returns `undefined` if the response has none (A25). */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  if (limit === undefined || remaining === undefined) return undefined;
  const reset = readReset(headers);
  return reset === undefined ? { limit, remaining } : { limit, remaining, reset: formatTimestamp(reset) };
}

/**
 * Reads when the window ends, from ISO 8601, epoch seconds or epoch milliseconds (A28).
 *
 * @returns milliseconds since 1970; `undefined` if the header is missing or malformed.
 */
export function readReset(headers: Headers): number | undefined {
  const text = headers.get('x-ratelimit-reset')?.trim();
  if (!text) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) return parseTimestamp(text);
  const number = Number(text);
  const milliseconds = number < 1e11 ? number * 1_000 : number;
  return milliseconds <= 8.64e15 ? milliseconds : undefined;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
