import { APIError } from './api-error.ts';

/** A refusal with status 403 and a code that this version does not know; no documented code has it. */
export class PermissionError extends APIError {
  override name = 'PermissionError';
}
