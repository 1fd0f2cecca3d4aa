import { APIError } from './api-error.ts';

/** What the request names does not exist: `NOT_FOUND`, `LIST_NOT_FOUND`, `CONTACT_NOT_FOUND`, `UPLOAD_NOT_FOUND`. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError';
}
