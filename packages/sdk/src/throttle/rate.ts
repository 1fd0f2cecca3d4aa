import { limits } from '@mailrig/contract';
import { invalidOption } from '../errors/mailrig-error.ts';
import { duration } from '../options.ts';

/** How many requests may leave in how long. */
export interface ThrottleOptions {
  /** Requests in one window. Default 100 (api.md §8). */
  readonly limit?: number | undefined;
  /** Length of the window in milliseconds. Default 60,000 (api.md §8). */
  readonly window?: number | undefined;
}

/** Clocks do not run at quite the same speed, and round: a place is kept this much longer. Milliseconds. */
export const margin = 50;

/** @throws MailrigError where an option is malformed. */
export function resolveRate({ limit = limits.requestsPerWindow, window }: ThrottleOptions): {
  readonly limit: number;
  readonly window: number;
} {
  if (!Number.isInteger(limit) || limit < 1)
    throw invalidOption('option limit of the throttle must be a whole number, 1 or more');
  return { limit, window: duration('window', window, 1) ?? limits.rateWindow };
}
