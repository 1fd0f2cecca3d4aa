import { limits } from '@mailrig/contract';
import { readRetryAfter } from '../call/retry.ts';
import { now } from '../runtime.ts';
import type { Throttle } from '../throttle.ts';
import { type Gate, queue } from './queue.ts';
import { margin } from './rate.ts';
import { reportedBudget } from './reported-budget.ts';

/** Requests that may be under way before the service has reported how many are left. */
const firstRequests = 10;
/** While no response comes, one more request is let through after this time. */
const patience = 1_000;
/** Wait after a refusal that does not say how long. */
const shortPause = 1_000;
/** How long one refusal slows the queue. */
const recovery = 2 * limits.rateWindow;
/** By how much a computed wait may be too long: the `Date` header has whole seconds. */
const inexact = 1_000 + margin;

/**
 * The default throttle (record 0026): keeps requests within what the `X-RateLimit-*` headers report. It holds
 * nothing back while the limit is far. If other programs use the key up, it waits for the end of the window,
 * and then sends less at once.
 *
 * @param maxWait Milliseconds. If the service asks for a longer wait, requests are sent and fail at once.
 */
export function adaptiveThrottle(maxWait: number): Throttle {
  const budget = reportedBudget(Infinity);
  let underWay = 0;
  let lastStart = -Infinity;
  let pausedUntil = -Infinity;
  let answered = false;
  /** Refusals that still slow the queue. Each halves the requests that are under way at once. */
  let refusals = 0;
  let lastRefusal = -Infinity;

  const strain = (time: number) => Math.max(0, refusals - Math.floor((time - lastRefusal) / recovery));
  /** How many may be under way at once: half of what is left, because others may want the other half. */
  const share = (left: number, time: number) => Math.max(1, Math.floor(left / 2 ** (1 + strain(time))));

  /** Milliseconds until another request may be sent. 0 for at once. */
  const waitAt = (time: number): number => {
    const { limit, remaining, ends } = budget.window();
    const windowLeft = ends + margin - time;
    const pause = Math.max(pausedUntil - time, remaining === 0 ? windowLeft : 0);
    if (pause > 0 && pause <= maxWait + inexact) return pause;
    if (pause <= 0 && windowLeft > 0) {
      return underWay < share(remaining, time) ? 0 : windowLeft;
    }
    // A service that has never sent the headers may have no limit.
    if (answered && limit === Infinity && strain(time) === 0) return 0;
    const first = strain(time) > 0 ? 1 : Math.min(limit, firstRequests);
    return underWay < first ? 0 : Math.max(0, lastStart + patience - time);
  };

  const gate: Gate = {
    enter() {
      const start = now();
      const wait = waitAt(start);
      if (wait > 0) return wait;
      underWay += 1;
      lastStart = start;
      return (sent, headers, rateLimited) => {
        const time = now();
        underWay -= 1;
        budget.read(headers);
        if (rateLimited && headers) {
          pausedUntil = Math.max(pausedUntil, time + (readRetryAfter(headers, true) ?? shortPause));
          // Requests that were under way together are refused together.
          if (start > lastRefusal) refusals = strain(time) + 1;
          if (start > lastRefusal) lastRefusal = time;
        } else if (headers) answered = true;
        // The service may have counted a request whose response was lost.
        else if (sent) budget.spend();
      };
    },
  };
  return queue(gate);
}
