import { APIError } from './api-error.ts';

/** The service failed (`INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`, any status from 500), even after the repeats that were safe. */
export class ServerError extends APIError {
  override name = 'ServerError';
}
