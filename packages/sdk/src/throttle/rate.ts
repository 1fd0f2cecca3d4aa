import { limits } from '@mailrig/contract';
import type { Time } from '../runtime/time.ts';
import type { ThrottleOptions } from '../options/throttle.ts';

/** A rate limit that is known before the first response: requests in one window, and its milliseconds. */
export type Rate = Required<{ [Name in keyof ThrottleOptions]: number }>;

/** Extra milliseconds that a request counts, because clocks drift and round. */
export const margin = 50;

/** The margin of a client: none if its clock is also that of the service. */
export function marginOf({ isGiven }: Time): number {
  return isGiven ? 0 : margin;
}

/** Fills in the defaults. */
export function resolveRate(options: ThrottleOptions): Rate {
  const { limit = limits.requestsPerWindow, window = limits.rateWindow } = options;
  return { limit, window };
}

/**
 * The requests of this process that count towards a rate limit. Counts a request until a whole window after its
 * response, so the service never sees more than `limit` requests in a window, whenever that window begins (A24).
 */
export function knownRate({ limit, window }: Rate, clock: Time) {
  const hold = window + marginOf(clock);
  /** When each past request stops counting, in order. As `clock.elapsed()`. */
  const freeAt: number[] = [];
  let underWay = 0;
  return {
    limit,
    /**
     * Milliseconds until another request may be sent: 0 for at once, `Infinity` if one must end first.
     *
     * @param time Now, as `clock.elapsed()`.
     */
    wait(time: number): number {
      // The clock was set back, as a simulated one can be.
      if ((freeAt[0] ?? 0) > time + hold) freeAt.fill(time + hold);
      while (freeAt[0] !== undefined && freeAt[0] <= time) freeAt.shift();
      return underWay + freeAt.length < limit ? 0 : (freeAt[0] ?? Infinity) - time;
    },
    start() {
      underWay += 1;
    },
    /** @param sent False if the request was not sent after all. */
    end(sent: boolean) {
      underWay -= 1;
      if (sent) freeAt.push(clock.elapsed() + hold);
    },
  };
}
