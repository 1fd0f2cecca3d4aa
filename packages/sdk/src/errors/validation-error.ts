import { APIError } from './api-error.ts';

/**
 * A parameter is missing or wrong; `fieldErrors()` names it.
 *
 * Without a `status` where the client's own check stopped the request before it was sent.
 */
export class ValidationError extends APIError {
  override name = 'ValidationError';
}
