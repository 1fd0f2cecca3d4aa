import { limits } from '@mailrig/contract';
import { isFrozen, readRetryAfter, refusedReason, reportedBudget } from '../runtime/rate-limit.ts';
import type { Time, WaitReason } from '../runtime/time.ts';
import type { DefaultThrottle, EndTurn, QueueThrottle } from '../options/throttle.ts';
import { type Admission, type Pause, queue } from './queue.ts';
import { knownRate, margin, marginOf, type Rate, resolveRate } from './rate.ts';

/** Requests that may be under way before the service has reported how many are left. */
const firstRequests = 10;
/** While no response comes, one more request is sent after this time. */
const silence = 1_000;
/** Pause after a refusal without a time to wait. */
const shortPause = 1_000;
/** How long one refusal slows the queue. */
const recovery = 2 * limits.rateWindow;
/** Milliseconds by which a computed wait may be too long: the `Date` header has whole seconds. */
const inexact = 1_000 + margin;

/** The default throttles of a client and of those derived from it: one for each API key, service and rate. */
export function defaultThrottles(): DefaultThrottle {
  const throttles = new Map<string, QueueThrottle>();
  return ({ apiKey, baseUrl, maxRetryAfter, time }, options) => {
    const rate = options && resolveRate(options);
    const name = `${baseUrl} ${apiKey} ${JSON.stringify(rate)}`;
    const throttle = throttles.get(name) ?? queue(new AdaptiveAdmission(maxRetryAfter, rate, time), time);
    throttles.set(name, throttle);
    return throttle;
  };
}

/**
 * The default throttle (record 0026). A request is in one of three situations:
 * - Paused: the service refused a request, or none are left in its window. The queue waits.
 * - In a window that the service reported: at most half of what is left is under way at once, because other
 *   programs may use the key too. Each recent refusal halves that again.
 * - Without such a window: a few requests go out, and their responses report one.
 */
class AdaptiveAdmission implements Admission {
  readonly isImmediate = true;
  readonly #maxWait: number;
  readonly #rate: Rate | undefined;
  readonly #clock: Time;
  readonly #known: ReturnType<typeof knownRate> | undefined;
  readonly #budget: ReturnType<typeof reportedBudget>;
  readonly #refusals = recentRefusals();
  #underWay = 0;
  #lastStart = -Infinity;
  #pausedUntil = -Infinity;
  #hasResponse = false;

  /**
   * @param maxWait Milliseconds. If the service asks for a longer wait, requests are sent and fail at once.
   * @param rate Never exceeded, in any window.
   * @param clock The time of the client that made the throttle.
   */
  constructor(maxWait: number, rate: Rate | undefined, clock: Time) {
    this.#maxWait = maxWait;
    this.#rate = rate;
    this.#clock = clock;
    this.#known = rate && knownRate(rate, clock);
    this.#budget = reportedBudget(rate?.window ?? Infinity, clock);
  }

  enter(): EndTurn | Pause {
    const start = this.#clock.elapsed();
    const [known, reported] = [this.#known?.wait(start) ?? 0, this.#waitAt(start)];
    const wait = Math.max(known, reported);
    if (wait > 0) return { wait, reason: this.#reasonAt(start, known >= reported) };
    this.#underWay += 1;
    this.#known?.start();
    this.#lastStart = start;
    return (sent, headers, rateLimited) => {
      this.#underWay -= 1;
      this.#known?.end(sent);
      this.#budget.read(headers);
      if (rateLimited && headers && !isFrozen(headers, this.#clock)) this.#refused(start, headers);
      else if (headers) this.#hasResponse = true;
      // The service may have counted a request whose response was lost.
      else if (sent) this.#budget.spend();
    };
  }

  #refused(start: number, headers: Headers): void {
    const time = this.#clock.elapsed();
    const { wait = shortPause } = readRetryAfter(headers, true, this.#clock) ?? {};
    this.#pausedUntil = Math.max(this.#pausedUntil, time + wait);
    this.#refusals.add(start, time);
  }

  /** Milliseconds until another request may be sent. 0 for at once. */
  #waitAt(time: number): number {
    const { limit, remaining, ends } = this.#budget.window();
    const recent = this.#refusals.at(time);
    const windowLeft = ends + marginOf(this.#clock) - time;
    const pause = Math.max(this.#pausedUntil - time, remaining === 0 ? windowLeft : 0);
    // A request that cannot wait for its turn is sent, and the refusal has the reason.
    if (pause > 0 && pause <= this.#maxWait + inexact) return pause;
    if (pause <= 0 && windowLeft > 0) {
      const share = Math.max(1, Math.floor(remaining / 2 ** (1 + recent)));
      return this.#underWay < share ? 0 : windowLeft;
    }
    // A service that has never sent the headers may have no limit.
    if (this.#hasResponse && limit === Infinity && recent === 0) return 0;
    const first = recent > 0 ? 1 : (this.#known?.limit ?? Math.min(limit, firstRequests));
    return this.#underWay < first ? 0 : Math.max(0, this.#lastStart + silence - time);
  }

  /** Why a request has to wait. */
  #reasonAt(time: number, isOwnLimit: boolean): WaitReason {
    const { limit, remaining } = this.#budget.window();
    if (isOwnLimit && this.#rate) {
      const { limit: most, window } = this.#rate;
      const requests = most === 1 ? '1 request' : `${most} requests`;
      const words = `because option throttle allows ${requests} in ${window / 1_000} s`;
      return { for: 'throttle', words };
    }
    if (this.#pausedUntil > time) return refusedReason;
    return remaining === 0 && limit < Infinity
      ? {
          for: 'rate limit',
          words: `because this key has made the ${limit} requests that the rate limit allows in one window`,
        }
      : { for: 'responses', words: 'until earlier requests have their responses' };
  }
}

/** Counts refusals. One is forgotten each time that `recovery` has passed without another. */
function recentRefusals() {
  let count = 0;
  let last = -Infinity;
  const at = (time: number): number => Math.max(0, count - Math.floor((time - last) / recovery));
  return {
    at,
    /** @param start When the refused request was sent. Requests that were under way together count once. */
    add(start: number, time: number): void {
      if (start <= last) return;
      count = at(time) + 1;
      last = time;
    },
  };
}
