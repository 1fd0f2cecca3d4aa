import { APIError } from './api-error.ts';

/** It is already so, or another request is in the way: `CONTACT_ALREADY_EXISTS`, `ALREADY_SUPPRESSED`, `IDEMPOTENCY_CONFLICT`, `IDEMPOTENCY_IN_PROGRESS`. */
export class ConflictError extends APIError {
  override name = 'ConflictError';
}
