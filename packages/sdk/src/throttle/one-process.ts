import { now } from '../runtime.ts';
import type { Throttle } from '../throttle.ts';
import { type Gate, queue } from './queue.ts';
import { margin, resolveRate, type ThrottleOptions } from './rate.ts';
import { reportedBudget } from './reported-budget.ts';

/**
 * Keeps the requests of one process within a rate limit that you know. Requests above the limit wait in a
 * queue, by priority and then in order of arrival, until they may be sent or their call ends. Without this
 * option, a client learns the limit from the responses.
 *
 * ```ts
 * const mail = new Mailrig({ throttle: throttle() });
 * ```
 *
 * Each request counts until a whole window after its response, so the service never sees more than `limit`
 * requests of this process in a window, whenever that window begins (A24). If other programs use the key
 * too, and the `X-RateLimit-*` headers of a response leave fewer requests, the queue waits for the end of
 * the service's window.
 *
 * Use one throttle for all clients of a key in a process. For several processes that share a key, see
 * `mailrig/rate-limiter-flexible`.
 *
 * @throws MailrigError if an option is malformed.
 */
export function throttle(options: ThrottleOptions = {}): Throttle {
  const { limit, window } = resolveRate(options);
  const hold = window + margin;
  const budget = reportedBudget(window);
  /** When each past request stops counting, in order. Milliseconds since 1970. */
  const freeAt: number[] = [];
  let underWay = 0;
  const gate: Gate = {
    enter() {
      const time = now();
      // The system clock was set back.
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
  return queue(gate);
}
