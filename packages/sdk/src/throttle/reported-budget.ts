import { until as timeUntil } from '../call/retry.ts';
import { readRateLimit, readReset } from '../rate-limit.ts';
import { now } from '../runtime.ts';

/** What the service says that is left of its window, whoever uses the key (api.md §8). */
export interface ReportedBudget {
  /** Reads the `X-RateLimit-*` headers of an answer. */
  read(headers: Headers | undefined): void;
  /**
   * Milliseconds until another request may leave; 0 where it may at once.
   *
   * @param underWay Requests that are not answered yet, and that the service may or may not have counted.
   */
  wait(underWay: number): number;
}

/** @param window Length of the service's window in milliseconds; nothing that it says holds for longer. */
export function reportedBudget(window: number): ReportedBudget {
  let reset = -Infinity;
  let remaining = 0;
  let until = -Infinity;
  return {
    read(headers) {
      const said = headers && readRateLimit(headers);
      const end = headers && readReset(headers);
      if (!said || end === undefined || end < reset) return;
      const ends = now() + Math.min(window, timeUntil(end, headers));
      // Answers overtake one another: within one window, the least that is said holds.
      const same = end === reset;
      remaining = same ? Math.min(remaining, said.remaining) : said.remaining;
      until = same ? Math.min(until, ends) : ends;
      reset = end;
    },
    wait(underWay) {
      return remaining > underWay ? 0 : Math.max(0, until - now());
    },
  };
}
