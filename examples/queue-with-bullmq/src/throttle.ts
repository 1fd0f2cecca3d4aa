import type { Redis } from 'ioredis';
import type { Throttle } from 'mailrig';
import { fleetThrottle } from 'mailrig/rate-limiter-flexible';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** What the service grants one key: here little and often, so that the example is brief. */
export const rate = { limit: 20, windowMs: 1_900 };

/** One rate for all processes that share a Redis. */
export function sharedThrottle(storeClient: Redis, { limit, windowMs } = rate): Throttle {
  return fleetThrottle((slot) => new RateLimiterRedis({ storeClient, ...slot }), { limit, window: windowMs });
}
