import { formatTimestamp, parseTimestamp } from '@mailrig/contract';

/** Where the API key stands in its rate window (api.md §8). */
export interface RateLimit {
  /** Requests that the window allows. */
  readonly limit: number;
  /** Requests that are left in it. */
  readonly remaining: number;
  /** When the next window opens. ISO 8601; absent where the service did not say. */
  readonly reset?: string;
}

/** Reads the `X-RateLimit-*` headers; `undefined` where the answer has none (decision A25). */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  if (limit === undefined || remaining === undefined) return undefined;
  const reset = readReset(headers);
  return reset === undefined ? { limit, remaining } : { limit, remaining, reset: formatTimestamp(reset) };
}

/** When the rate window ends, in epoch milliseconds: written as ISO 8601, epoch seconds or epoch milliseconds (decision A28). */
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
