import { APIError, type APIErrorFacts } from './api-error.ts';

/** Five verification batches are already running. Never repeated by itself (decision A111). */
export class TooManyBatchesError extends APIError<'TOO_MANY_BATCHES'> {
  override name = 'TooManyBatchesError';

  /** Seconds until the next batch should be done; `undefined` where the service did not say. */
  readonly retryAfter: number | undefined;

  constructor(facts: APIErrorFacts & { readonly code: 'TOO_MANY_BATCHES' }) {
    super(facts);
    this.retryAfter = facts.retryAfter;
  }
}
