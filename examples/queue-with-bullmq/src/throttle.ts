import type { Redis } from 'ioredis';
import type { Throttle } from 'mailrig';
import { fleetThrottle } from 'mailrig/rate-limiter-flexible';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** The limit of one key. Both numbers are small here, to keep the example short. */
export const rate = { limit: 20, windowMs: 1_900 };

/** One rate limit for all processes that share a Redis. */
export function sharedThrottle(storeClient: Redis, { limit, windowMs } = rate): Throttle {
  return fleetThrottle((slot) => new RateLimiterRedis({ storeClient, ...slot }), { limit, window: windowMs });
}
