import { limits } from '@mailrig/contract';

/** Requests that others may make with the same key before it meets the rate limit. */
const reserve = 5;

/** Limits the requests to the rate limit of a key (R29). */
export class Pace {
  readonly #wait: (milliseconds: number) => Promise<void>;
  #sent = 0;

  constructor(wait: (milliseconds: number) => Promise<void>) {
    this.#wait = wait;
  }

  /** Notes a response. */
  note(headers: Headers): void {
    const remaining = headers.get('x-ratelimit-remaining');
    // A deployment that does not count aloud answers 429 when it is time to wait.
    if (remaining !== null && /^\d+$/.test(remaining))
      this.#sent = limits.requestsPerWindow - Number(remaining);
  }

  /** Waits for a new window if too little of this one is left. */
  async before(): Promise<void> {
    if (this.#sent < limits.requestsPerWindow - reserve) return;
    await this.restart(limits.rateWindow);
  }

  /** Waits within the window. */
  pause(milliseconds: number): Promise<void> {
    return this.#wait(milliseconds);
  }

  /** Waits, after which a new window has begun. */
  async restart(milliseconds: number): Promise<void> {
    await this.pause(milliseconds);
    this.#sent = 0;
  }
}
