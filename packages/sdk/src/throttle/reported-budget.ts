import { readRateLimit, readReset, timeLeft } from '../rate-limit.ts';
import { now } from '../runtime.ts';

/** Requests left in the window, as the service reports it for all users of the key (R32, R33). */
export interface ReportedBudget {
  /** Reads the `X-RateLimit-*` headers of a response. */
  read(headers: Headers | undefined): void;
  /**
   * Milliseconds until another request may be sent; 0 for at once.
   *
   * @param underWay Requests without a response yet. The service may or may not have counted them.
   */
  wait(underWay: number): number;
  /** Notes a request that the service may have counted without saying so. */
  spend(): void;
  /** The last window that the service reported, which may have ended. */
  window(): {
    /** `Infinity` before the first report. */
    readonly limit: number;
    readonly remaining: number;
    /** Milliseconds since 1970; `-Infinity` before the first report. */
    readonly ends: number;
  };
}

/** @param window Length of the service's window in milliseconds. No header counts for longer. */
export function reportedBudget(window: number): ReportedBudget {
  let reset = -Infinity;
  let limit = Infinity;
  let remaining = 0;
  let until = -Infinity;
  return {
    read(headers) {
      const said = headers && readRateLimit(headers);
      const end = headers && readReset(headers);
      if (!said || end === undefined || end < reset) return;
      const ends = now() + Math.min(window, timeLeft(end, headers));
      // Responses may arrive out of order, so the lowest number of a window counts.
      const same = end === reset;
      remaining = same ? Math.min(remaining, said.remaining) : said.remaining;
      ({ limit } = said);
      until = same ? Math.min(until, ends) : ends;
      reset = end;
    },
    wait(underWay) {
      return remaining > underWay ? 0 : Math.max(0, until - now());
    },
    spend() {
      remaining = Math.max(0, remaining - 1);
    },
    window: () => ({ limit, remaining, ends: until }),
  };
}
