import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Throttle } from 'mailrig';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * One rate for all processes that share a Redis: at most `limit` requests start in one `window` of
 * milliseconds. The service's windows begin at other times, so give half of its limit.
 */
export function sharedThrottle(storeClient: Redis, limit: number, window: number): Throttle {
  const limiter = new RateLimiterRedis({ storeClient, points: limit, duration: window / 1000 });
  return {
    async acquire(signal) {
      for (;;) {
        const refusal = await limiter.consume('mailrig').then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (refusal === undefined) return;
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await setTimeout(refusal.msBeforeNext, undefined, { signal });
      }
    },
  };
}
