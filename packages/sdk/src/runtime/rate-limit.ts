import { formatTimestamp, limits, parseTimestamp } from '@mailrig/contract';
import { parseDate, Time, type WaitReason } from './time.ts';

/** Rate limit of the API key, from the headers of a response. */
export interface RateLimit {
  /** Requests allowed in one window. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** When the window ends. ISO 8601. Absent if the response did not have it. */
  readonly reset?: string;
}

/** Reads the `X-RateLimit-*` headers. Returns `undefined` if the response has none (A25). */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const budget = readBudget(headers);
  if (!budget) return undefined;
  const reset = readReset(headers);
  return reset === undefined ? budget : { ...budget, reset: formatTimestamp(reset) };
}

function readBudget(headers: Headers): Pick<RateLimit, 'limit' | 'remaining'> | undefined {
  const limit = wholeNumber(textOf(headers, 'x-ratelimit-limit'));
  const remaining = wholeNumber(textOf(headers, 'x-ratelimit-remaining'));
  return limit === undefined || remaining === undefined ? undefined : { limit, remaining };
}

/**
 * Reads when the window ends, from ISO 8601, epoch seconds or epoch milliseconds (A28).
 *
 * @returns milliseconds since 1970; `undefined` if the header is missing or malformed.
 */
function readReset(headers: Headers): number | undefined {
  const text = textOf(headers, 'x-ratelimit-reset');
  if (text === '') return undefined;
  // All responses of a window have the same.
  if (text !== lastReset.text) lastReset = { text, time: parseReset(text) };
  return lastReset.time;
}

let lastReset: { readonly text: string; readonly time: number | undefined } = { text: '', time: undefined };

function parseReset(text: string): number | undefined {
  const number = Number(text);
  if (!(number >= 0)) return parseTimestamp(text);
  const milliseconds = number < 3e11 ? number * 1_000 : number;
  return milliseconds <= 8.64e15 ? milliseconds : undefined;
}

/** Of a wait after a refusal. */
export const refusedReason: WaitReason = {
  for: 'rate limit',
  words: 'because the service refused a request over the rate limit',
};

/**
 * Whether a wait would be in vain: the service is a sandbox in another process whose clock is frozen. Its refusal says
 * what to do.
 */
export function isFrozen(headers: Headers, time: Time): boolean {
  return !time.isGiven && textOf(headers, 'x-sandbox-clock') === 'frozen';
}

/** How long the service asks to wait, in milliseconds. */
export interface AskedWait {
  /** Long enough to never come back too early. */
  readonly wait: number;
  /** What is certainly asked for, to be compared with limits: up to 999 less if the header `Date` was rounded. */
  readonly least: number;
}

/**
 * Reads how long the service asks to wait (A27): from `Retry-After`, in seconds or as an HTTP date, or from
 * `X-RateLimit-Reset` if the rate limit was exceeded.
 *
 * @param time That of the client.
 * @returns `undefined` if neither header is readable.
 */
export function readRetryAfter(headers: Headers, rateLimited: boolean, time: Time): AskedWait | undefined {
  const text = textOf(headers, 'retry-after');
  // A header that came twice is joined by a comma.
  const wait = 1_000 * Math.max(...text.split(',').map(Number));
  if (text !== '' && wait >= 0) return { wait, least: wait };
  const date = /^[A-Za-z]{3,9},? /.test(text) ? parseDate(text) : undefined;
  const end = date ?? (rateLimited ? readReset(headers) : undefined);
  return end === undefined ? undefined : timeLeft(end, headers, time);
}

/**
 * The time until `end`, counted from the header `Date` if there is one, because clocks differ. That header has whole
 * seconds, so a clock that shows the same second is more exact. If `end` has whole seconds too, it was rounded alike.
 */
function timeLeft(end: number, headers: Headers, time: Time): AskedWait {
  const now = time.now();
  const date = parseDate(headers.get('date') ?? '') ?? now;
  const isWhole = end % 1_000 === 0;
  const isSameSecond = now >= date && now < date + 1_000;
  const wait = Math.max(0, end - (isSameSecond && !isWhole ? now : date));
  return { wait, least: isWhole || isSameSecond ? wait : Math.max(0, wait - 999) };
}

/**
 * Requests left in the window, as the service reports it for all users of the key (R32, R33).
 *
 * @param window Length of the service's window in milliseconds. No header counts for longer.
 * @param time Default: the system's.
 */
export function reportedBudget(window: number, time: Time = new Time()) {
  let reset = -Infinity;
  let isFar = false;
  let limit = Infinity;
  let remaining = 0;
  let until = -Infinity;
  return {
    /** Reads the `X-RateLimit-*` headers of a response. */
    read(headers: Headers | undefined): void {
      if (!headers) return;
      if (isFrozen(headers, time)) {
        until = -Infinity;
        return;
      }
      const budget = readBudget(headers);
      const newReset = budget && readReset(headers);
      if (!budget || newReset === undefined) return;
      // A time too far ahead, by mistake, must not hide what comes later.
      if (newReset < reset && !isFar) return;
      const { wait, least } = timeLeft(newReset, headers, time);
      const ends = time.elapsed() + Math.min(window, wait);
      // Responses may arrive out of order, so the lowest number of a window counts.
      const same = newReset === reset;
      remaining = same ? Math.min(remaining, budget.remaining) : budget.remaining;
      ({ limit } = budget);
      until = same ? Math.min(until, ends) : ends;
      reset = newReset;
      isFar = least > limits.rateWindow;
    },
    /**
     * Milliseconds until another request may be sent; 0 for at once.
     *
     * @param underWay Requests without a response yet. The service may or may not have counted them.
     */
    wait(underWay: number): number {
      return remaining > underWay ? 0 : Math.max(0, until - time.elapsed());
    },
    /** Counts a request that the service may have counted without a response. */
    spend(): void {
      remaining = Math.max(0, remaining - 1);
    },
    /**
     * The last window that the service reported, which may have ended: `ends` as `time.elapsed()`. Before the
     * first report, `limit` is `Infinity` and `ends` is `-Infinity`.
     */
    window: () => ({ limit, remaining, ends: until }),
  };
}

/** Look-alikes of `Headers` may give `undefined`, a number, or a list of a header that came twice. */
const textOf = (headers: Headers, name: string): string => String(headers.get(name) ?? '').trim();

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;
