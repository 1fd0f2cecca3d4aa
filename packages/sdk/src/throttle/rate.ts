import { limits } from '@mailrig/contract';
import { invalidOption } from '../errors/mailrig-error.ts';
import { duration } from '../options.ts';

/** Rate limit of a throttle. */
export interface ThrottleOptions {
  /** Requests in one window, 1 or more. Default 100 (R29). */
  readonly limit?: number | undefined;
  /** Length of the window in milliseconds. Default 60,000 (R29). */
  readonly window?: number | undefined;
}

/** Extra milliseconds that a request counts, because clocks drift and round. */
export const margin = 50;

/**
 * Fills in the defaults.
 *
 * @throws MailrigError if an option is malformed.
 */
export function resolveRate({ limit = limits.requestsPerWindow, window }: ThrottleOptions): {
  readonly limit: number;
  readonly window: number;
} {
  if (!Number.isInteger(limit) || limit < 1)
    throw invalidOption('option limit of the throttle must be a whole number, 1 or more');
  return { limit, window: duration('window', window, 1) ?? limits.rateWindow };
}
