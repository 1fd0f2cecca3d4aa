import { limits } from '@mailrig/contract';

/** Requests that other programs may make with the same key before the limit refuses one of ours. */
const reserve = 5;

/** Keeps the requests of a run below the rate limit of their key (R29). */
export class RateLimiter {
  /** Waits within the window, in milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  #sent = 0;

  constructor(wait: (milliseconds: number) => Promise<void>) {
    this.wait = wait;
  }

  /** Reads from a response how many requests the window has left. A deployment without the header answers 429 in time. */
  note(headers: Headers): void {
    const remaining = headers.get('x-ratelimit-remaining');
    if (remaining !== null && /^\d+$/.test(remaining))
      this.#sent = limits.requestsPerWindow - Number(remaining);
  }

  /** Waits for a new window if this one has too few requests left. */
  async waitIfNear(): Promise<void> {
    if (this.#sent >= limits.requestsPerWindow - reserve) await this.waitForWindow(limits.rateWindow);
  }

  /** Waits for as many milliseconds, after which a new window has begun. */
  async waitForWindow(milliseconds: number): Promise<void> {
    await this.wait(milliseconds);
    this.#sent = 0;
  }
}
