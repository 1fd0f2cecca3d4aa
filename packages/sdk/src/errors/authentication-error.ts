import { APIError } from './api-error.ts';

/** The API key is missing, unknown, revoked or expired: `UNAUTHORIZED`, `KEY_REVOKED`, `KEY_EXPIRED`. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError';
}
