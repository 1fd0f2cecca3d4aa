import { APIError } from './api-error.ts';

/** The credits do not cover the verification; `details` says how many it takes and how many are left. */
export class InsufficientCreditsError extends APIError<'INSUFFICIENT_CREDITS'> {
  override name = 'InsufficientCreditsError';
}
