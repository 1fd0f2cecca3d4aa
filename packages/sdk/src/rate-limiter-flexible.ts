/**
 * Shares the rate of one API key among processes, over a store of `rate-limiter-flexible`.
 *
 * @packageDocumentation
 */

import type { Throttle } from './throttle.ts';
import { line } from './throttle/line.ts';
import { margin, resolveRate, type ThrottleOptions } from './throttle/rate.ts';
import { type FleetLimiter, slotGate } from './throttle/slots.ts';

export type { FleetLimiter } from './throttle/slots.ts';
export type { EndTurn, Throttle } from './throttle.ts';
export type { ThrottleOptions } from './throttle/rate.ts';

/** What the processes that share a rate agree on. */
export interface FleetThrottleOptions extends ThrottleOptions {
  /**
   * Name under which they share it in the store: one for each API key, and not the key itself, which
   * is a secret. Default `mailrig`.
   */
  readonly name?: string | undefined;
}

/** The options that the limiter must be made with. */
export interface SlotOptions {
  /** A slot is for one request. */
  readonly points: 1;
  /** Seconds that it stays taken: the window, and up to a second for the way to the service. */
  readonly duration: number;
}

/**
 * Keeps all processes that use one API key within its rate together. In each process, requests that
 * are too many wait in line, as with `throttle()`.
 *
 * ```ts
 * const throttle = fleetThrottle((slot) => new RateLimiterRedis({ storeClient: redis, ...slot }));
 * const mail = new Mailrig({ throttle });
 * ```
 *
 * The store holds one entry a request of the window, `mailrig:0` to `mailrig:99` after the limiter's
 * own prefix. Where it fails, so does the call, with `THROTTLE_FAILED`: give the limiter an
 * `insuranceLimiter` to go on without it.
 *
 * @param open Makes the limiter with the options that it is given, and the store's own.
 * @throws MailrigError where an option is malformed.
 */
export function fleetThrottle(
  open: (slot: SlotOptions) => FleetLimiter,
  options: FleetThrottleOptions = {},
): Throttle {
  const { limit, window } = resolveRate(options);
  const duration = Math.ceil((window + margin) / 1_000);
  const limiter = open({ points: 1, duration });
  return line(slotGate({ limiter, name: options.name ?? 'mailrig', limit, window, duration }));
}
