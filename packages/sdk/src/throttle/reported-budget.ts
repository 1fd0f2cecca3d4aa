import { readRateLimit, readReset, timeLeft } from '../runtime/rate-limit.ts';
import { ClientTime } from '../runtime/service-clock.ts';

/**
 * Requests left in the window, as the service reports it for all users of the key (R32, R33).
 *
 * @param window Length of the service's window in milliseconds. No header counts for longer.
 * @param clock Default: the system's.
 */
export function reportedBudget(window: number, clock: ClientTime = new ClientTime()) {
  let reset = -Infinity;
  let limit = Infinity;
  let remaining = 0;
  let until = -Infinity;
  return {
    /** Reads the `X-RateLimit-*` headers of a response. */
    read(headers: Headers | undefined): void {
      const said = headers && readRateLimit(headers);
      const end = headers && readReset(headers);
      if (!said || end === undefined || end < reset) return;
      const ends = clock.now() + Math.min(window, timeLeft(end, headers));
      // Responses may arrive out of order, so the lowest number of a window counts.
      const same = end === reset;
      remaining = same ? Math.min(remaining, said.remaining) : said.remaining;
      ({ limit } = said);
      until = same ? Math.min(until, ends) : ends;
      reset = end;
    },
    /**
     * Milliseconds until another request may be sent; 0 for at once.
     *
     * @param underWay Requests without a response yet. The service may or may not have counted them.
     */
    wait(underWay: number): number {
      return remaining > underWay ? 0 : Math.max(0, until - clock.now());
    },
    /** Counts a request that the service may have counted without saying so. */
    spend(): void {
      remaining = Math.max(0, remaining - 1);
    },
    /**
     * The last window that the service reported, which may have ended: `ends` in milliseconds since 1970. Before the
     * first report, `limit` is `Infinity` and `ends` is `-Infinity`.
     */
    window: () => ({ limit, remaining, ends: until }),
  };
}
