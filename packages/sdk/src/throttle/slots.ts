/*
 * A rate limit that several processes share, without talking to each other. A limit of 100 requests a minute is
 * 100 named slots in a store such as Redis. A request needs one slot for a little more than a minute: the
 * store refuses a slot that is taken, and frees it by itself when its time is over.
 */
import { fraction, type Time, type WaitReason } from '../runtime/time.ts';
import type { EndTurn } from '../options/throttle.ts';
import type { Admission } from './queue.ts';
import { margin, type Rate } from './rate.ts';
import { reportedBudget } from '../runtime/rate-limit.ts';

/** The methods that `fleetThrottle` needs. Every limiter of `rate-limiter-flexible` with a store has them. */
export interface FleetLimiter {
  /**
   * Rejects with `{ msBeforeNext }` if the key is used up, and with an `Error` if the store fails.
   *
   * @param key Name of the window.
   */
  consume(key: string): Promise<unknown>;
  /**
   * Blocks the key for a number of seconds, even if it is used up.
   *
   * @param key Name of the window.
   * @param secDuration Seconds without a pass.
   */
  block(key: string, secDuration: number): Promise<unknown>;
  /**
   * Frees the key.
   *
   * @param key Name of the window.
   */
  delete(key: string): Promise<unknown>;
}

/** The slots that processes share, `limit` of them. A request occupies one slot. */
export interface Slots extends Rate {
  readonly limiter: FleetLimiter;
  readonly name: string;
  /** Seconds for which a request occupies its slot. */
  readonly duration: number;
}

const reason: WaitReason = {
  for: 'throttle',
  words:
    'because the processes that share this key have made the requests that the rate limit allows in one window',
};

/**
 * Lets a request through if one of `limit` slots in a shared store is free. A single counter would not work,
 * because its window would begin at another time than the service's. With slots, the limit holds in every window.
 */
export function slotAdmission({ limiter, name, limit, window, duration }: Slots, time: Time): Admission {
  /** Milliseconds for which a request occupies its slot. */
  const occupancy = duration * 1_000;
  const budget = reportedBudget(window, time);
  /** When each slot becomes free, by the requests of this process. */
  const freeAt = Array.from({ length: limit }, () => 0);
  // Starts at random, so that processes do not compete for the same slots.
  let next = Math.floor(fraction() * limit);
  let underWay = 0;

  const occupied = (key: string, askedAt: number): EndTurn => {
    underWay += 1;
    return (sent, headers) => {
      underWay -= 1;
      budget.read(headers);
      // A late request may have arrived so late that the service still counts it when the slot becomes free.
      const isLate = time.elapsed() - askedAt > occupancy - window - margin;
      // If the request was late, it occupies the slot again. If the store fails, the slot becomes free on time.
      if (sent && isLate) limiter.block(key, duration).catch(() => undefined);
      if (!sent && !isLate) limiter.delete(key).catch(() => undefined);
    };
  };

  return {
    async enter() {
      const wait = budget.wait(underWay);
      if (wait > 0) return { wait, reason };
      let soonest = Infinity;
      for (let tries = 0; tries < limit; tries += 1) {
        next = (next + 1) % limit;
        const slot = next;
        const askedAt = time.elapsed();
        let remaining = (freeAt[slot] ?? 0) - askedAt;
        if (remaining <= 0) {
          const key = `${name}:${slot}`;
          const untilFree = await occupy(limiter, key);
          remaining = untilFree ?? occupancy;
          freeAt[slot] = time.elapsed() + remaining;
          if (untilFree === undefined) return occupied(key, askedAt);
        }
        soonest = Math.min(soonest, remaining);
      }
      return { wait: soonest, reason };
    },
  };
}

/** Tries to occupy a slot. Returns `undefined` on success; if the slot is taken, the milliseconds until it is free. */
async function occupy(limiter: FleetLimiter, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    const wait: unknown =
      typeof refusal === 'object' && refusal !== null && Reflect.get(refusal, 'msBeforeNext');
    if (typeof wait !== 'number' || refusal instanceof Error) throw refusal;
    return Math.max(1, wait);
  }
}
