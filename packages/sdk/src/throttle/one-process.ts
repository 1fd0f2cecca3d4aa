import { now } from '../runtime.ts';
import type { Throttle } from '../throttle.ts';
import { type Gate, line } from './line.ts';
import { margin, resolveRate, type ThrottleOptions } from './rate.ts';
import { reportedBudget } from './reported-budget.ts';

/**
 * Keeps the requests of one process within the rate of its API key: those that are too many wait in
 * line, first come first served, until they may leave or their call ends.
 *
 * ```ts
 * const mail = new Mailrig({ throttle: throttle() });
 * ```
 *
 * A request keeps its place until a whole window has passed since its answer. Whenever the service's
 * window begins (decision A24), it therefore never holds more than `limit` requests of this process.
 * Where the `X-RateLimit-*` headers of an answer leave fewer, because others use the key as well,
 * those that wait stay until the service's own window is over.
 *
 * One throttle is one line: give the same one to all clients of a key. Several processes that make
 * full use of one key need a line in common, see `mailrig/rate-limiter-flexible`.
 *
 * @throws MailrigError where an option is malformed.
 */
export function throttle(options: ThrottleOptions = {}): Throttle {
  const { limit, window } = resolveRate(options);
  const hold = window + margin;
  const budget = reportedBudget(window);
  /** When the places of past requests are free again, in order. */
  const freeAt: number[] = [];
  let underWay = 0;
  const gate: Gate = {
    enter() {
      const time = now();
      // The system's clock was put back.
      if ((freeAt[0] ?? 0) > time + hold) freeAt.fill(time + hold);
      while (freeAt[0] !== undefined && freeAt[0] <= time) freeAt.shift();
      if (underWay + freeAt.length >= limit) return (freeAt[0] ?? Infinity) - time;
      const wait = budget.wait(underWay);
      if (wait > 0) return wait;
      underWay += 1;
      return (sent, headers) => {
        underWay -= 1;
        if (sent) freeAt.push(now() + hold);
        budget.read(headers);
      };
    },
  };
  return line(gate);
}
