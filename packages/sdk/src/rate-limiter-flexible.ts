/**
 * Shares the rate limit of one API key among processes, through a store of `rate-limiter-flexible`.
 *
 * @packageDocumentation
 */

import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { checkOptions } from './options/request-options.ts';
import { throttleRows } from './options/options.ts';
import type { Throttle, ThrottleOptions } from './options/throttle.ts';
import { Time } from './runtime/time.ts';
import { queue } from './throttle/queue.ts';
import { margin, resolveRate } from './throttle/rate.ts';
import { type FleetLimiter, slotAdmission } from './throttle/slots.ts';

export type { FleetLimiter } from './throttle/slots.ts';
export type { EndTurn, Priority, Throttle, ThrottleOptions, TurnRequest } from './options/throttle.ts';

/** Options of `fleetThrottle`, the same in all processes that share a rate limit. */
export interface FleetThrottleOptions extends ThrottleOptions {
  /**
   * Name of the entries in the store. Use a different name for each API key, but never the key itself,
   * which is a secret. Default `mailrig`.
   */
  readonly name?: string | undefined;
}

const fleetOptions = z.object({
  ...throttleRows,
  name: z.optional(z.string()),
} satisfies Rows<FleetThrottleOptions>);

/** Options to create the limiter with. */
export interface SlotOptions {
  /** Each slot holds one request. */
  readonly points: 1;
  /** Seconds for which a request occupies its slot: the window, plus up to a second for the network. */
  readonly duration: number;
}

/**
 * Limits all processes that use one API key to its rate limit. In each process, requests above the limit
 * wait in a queue.
 *
 * ```ts
 * const throttle = fleetThrottle((slot) => new RateLimiterRedis({ storeClient: redis, ...slot }));
 * const mail = new Mailrig({ throttle });
 * ```
 *
 * The store holds one entry for each request in a window, `mailrig:0` to `mailrig:99`, with the prefix of
 * the limiter. If the store fails, all calls that wait fail with `THROTTLE_FAILED`. A client of Redis may try for
 * over a minute before it gives up: shorten that with its own options, such as `maxRetriesPerRequest` of
 * ioredis, or set a `totalTimeout`. Give the limiter an `insuranceLimiter` to continue without the store.
 *
 * @param open Creates the limiter, with the given options and those of your store.
 * @throws MailrigError if an option is malformed or unknown.
 */
export function fleetThrottle(
  open: (slot: SlotOptions) => FleetLimiter,
  options: FleetThrottleOptions = {},
): Throttle {
  checkOptions(fleetOptions, options, 'fleetThrottle');
  const { limit, window } = resolveRate(options);
  const duration = Math.ceil((window + margin) / 1_000);
  const limiter = open({ points: 1, duration });
  const time = new Time();
  return queue(
    slotAdmission({ limiter, name: options.name ?? 'mailrig', limit, window, duration }, time),
    time,
  );
}
