import { fraction, now } from '../runtime.ts';
import type { Gate } from './line.ts';
import { margin } from './rate.ts';
import { reportedBudget } from './reported-budget.ts';

/** What is used of a limiter; every limiter of `rate-limiter-flexible` with a store has it. */
export interface FleetLimiter {
  /** Rejects with an object that has `msBeforeNext` where the key was used up, and with an `Error` where the store failed. */
  consume(key: string): Promise<unknown>;
  /** Takes the key for so many seconds, used up or not. */
  block(key: string, secDuration: number): Promise<unknown>;
  /** Gives the key back. */
  delete(key: string): Promise<unknown>;
}

/** Which slots there are, and for how long one is taken. */
export interface Slots {
  readonly limiter: FleetLimiter;
  readonly name: string;
  /** How many there are. */
  readonly limit: number;
  /** Milliseconds of the service's window. */
  readonly window: number;
  /** Seconds that a slot stays taken. */
  readonly duration: number;
}

/**
 * Lets a request through where one of `limit` slots in a common store is free. Unlike one counter for
 * all, whose window and the service's would drift apart, slots hold whenever the service's window begins.
 */
export function slotGate({ limiter, name, limit, window, duration }: Slots): Gate {
  const taken = duration * 1_000;
  const budget = reportedBudget(window);
  /** When each slot is free, as far as this process knows. */
  const freeAt = Array.from({ length: limit }, () => 0);
  // Processes that start together do not all ask for the same slots.
  let next = Math.floor(fraction() * limit);
  let underWay = 0;

  const turn = (key: string, asked: number) => {
    underWay += 1;
    return (sent: boolean, headers?: Headers) => {
      underWay -= 1;
      budget.read(headers);
      const late = now() - asked > taken - window - margin;
      // The slot is taken anew where the request may have arrived so late that the service still
      // counts it when the slot is free. Where the store fails, the slot is free in its own time.
      if (sent && late) limiter.block(key, duration).catch(() => undefined);
      if (!sent && !late) limiter.delete(key).catch(() => undefined);
    };
  };

  return {
    async enter() {
      const wait = budget.wait(underWay);
      if (wait > 0) return wait;
      let soonest = Infinity;
      for (let tries = 0; tries < limit; tries += 1) {
        next = (next + 1) % limit;
        const slot = next;
        const asked = now();
        let left = (freeAt[slot] ?? 0) - asked;
        // One that is further away than can be was noted before the system's clock was put back.
        if (left <= 0 || left > taken) {
          const key = `${name}:${slot}`;
          const refused = await msUntilFree(limiter, key);
          left = refused ?? taken;
          freeAt[slot] = now() + left;
          if (refused === undefined) return turn(key, asked);
        }
        soonest = Math.min(soonest, left);
      }
      return soonest;
    },
  };
}

/** @returns `undefined` where the slot is taken now. */
async function msUntilFree(limiter: FleetLimiter, key: string): Promise<number | undefined> {
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
