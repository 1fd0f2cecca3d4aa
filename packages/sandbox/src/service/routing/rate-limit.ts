import { formatTimestamp } from '@mailrig/contract';
import type { Store } from '../state/store.ts';
import { Refusal } from '../wire/refusal.ts';

/** How many requests a key may make. */
export interface RateLimit {
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  /** Whether requests are counted. Otherwise, every response shows a window that has just begun. */
  readonly isCounted: boolean;
}

/** How much of its current window a key has used (R29). */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly resetAt: number;
  /** Whether this request exceeds the limit. */
  readonly exceeded: boolean;
}

/** Counts a request of a key in its window, which starts with its first request (A24). `now` is the time in its response. */
export function countRequest(store: Store, key: string, rate: RateLimit, now: number): RateState {
  if (!rate.isCounted) return untouched(rate, now);
  const { limit, remaining, resetAt } = rateStateOf(store, key, rate, now);
  if (remaining <= 0) return { limit, remaining: 0, resetAt, exceeded: true };
  store.rateWindows.put({ key, startedAt: resetAt - rate.window, count: limit - remaining + 1 });
  return { limit, remaining: remaining - 1, resetAt, exceeded: false };
}

/** How much of its window `key` has used before its next request. Without a window, that request starts one. */
export function rateStateOf(store: Store, key: string, { limit, window }: RateLimit, now: number): RateState {
  const last = store.rateWindows.get(key);
  if (!last || now >= last.startedAt + window) return untouched({ limit, window }, now);
  const remaining = Math.max(0, limit - last.count);
  return { limit, remaining, resetAt: last.startedAt + window, exceeded: false };
}

/** The state of a caller who has made no request that counts (A25). */
export function untouched({ limit, window }: Omit<RateLimit, 'isCounted'>, now: number): RateState {
  return { limit, remaining: limit, resetAt: now + window, exceeded: false };
}

/** The three headers that every API response has. */
export function rateHeaders({ limit, remaining, resetAt }: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': formatTimestamp(resetAt),
  };
}

/** The refusal of a request over the limit, with its `Retry-After` (A27). */
export function rateLimited({ limit, resetAt }: RateState, now: number): Refusal {
  const seconds = Math.max(1, Math.ceil((resetAt - now) / 1_000));
  return new Refusal(
    'RATE_LIMIT_EXCEEDED',
    `More than ${limit} requests in one window: try again in ${seconds} s`,
    undefined,
    { 'retry-after': String(seconds) },
  );
}
