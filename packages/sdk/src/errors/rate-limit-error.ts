import { APIError, type APIErrorFacts } from './api-error.ts';

/**
 * The API key made more requests than its window allows, and waiting was not possible: no repeats
 * were left, or the wait is longer than `maxRetryAfter`.
 */
export class RateLimitError extends APIError {
  override name = 'RateLimitError';

  /** Seconds until the service takes requests again; `undefined` where it did not say. */
  readonly retryAfter: number | undefined;

  constructor(facts: APIErrorFacts) {
    super(facts);
    this.retryAfter = facts.retryAfter;
  }
}
