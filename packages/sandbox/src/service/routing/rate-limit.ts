import { formatTimestamp } from '@mailrig/contract';
import type { Store } from '../state/store.ts';
import { Refusal } from '../wire/refusal.ts';

/** Requests that a key may make in a window of milliseconds; `false` for no limit. */
export type RateLimit = { readonly limit: number; readonly window: number } | false;

/** The use of a key in its current window (R29). */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly resetAt: number;
  /** Whether this request exceeds the limit. */
  readonly exceeded: boolean;
}

/** A request to count. */
interface CountedRequest {
  readonly key: string;
  readonly rule: RateLimit;
  /** The limit to show if `rule` has none. */
  readonly shown: ShownRate;
  /** The time that its response shows. With a later time, the reset could be more than one window ahead of it. */
  readonly now: number;
}

/** Counts a request of a key in its window, which starts with its first request (A24). */
export function countRequest(store: Store, { key, rule, shown, now }: CountedRequest): RateState {
  if (!rule) return untouched(shown, now);
  const { limit, remaining, resetAt } = rateStateOf(store, key, rule, now);
  if (remaining <= 0) return { limit, remaining: 0, resetAt, exceeded: true };
  store.rateWindows.put({ key, startedAt: resetAt - rule.window, count: limit - remaining + 1 });
  return { limit, remaining: remaining - 1, resetAt, exceeded: false };
}

/** The use of `key` before its next request. If no window runs, that request starts one. */
export function rateStateOf(store: Store, key: string, rule: ShownRate, now: number): RateState {
  const last = store.rateWindows.get(key);
  const running = last !== undefined && now < last.startedAt + rule.window ? last : undefined;
  const used = running?.count ?? 0;
  return {
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - used),
    resetAt: (running?.startedAt ?? now) + rule.window,
    exceeded: false,
  };
}

/** The limit to show if requests are not counted. */
export interface ShownRate {
  readonly limit: number;
  readonly window: number;
}

/** The state of a caller whose request is not counted (A25). */
export function untouched({ limit, window }: ShownRate, now: number): RateState {
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
