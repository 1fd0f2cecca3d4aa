import { type APIError, type APIErrorCode, apiErrorBrand } from './api-error.ts';
import { type MailrigError, mailrigBrand } from './mailrig-error.ts';

/**
 * Whether `error` was thrown by this package. True across two copies of it and across ESM and
 * CommonJS, where `instanceof` is not.
 */
export function isMailrigError(error: unknown): error is MailrigError {
  return typeof error === 'object' && error !== null && mailrigBrand in error;
}

/**
 * Whether `error` is a refusal of the service, and one of `codes` where any are given. Narrows `code`
 * and `details`:
 *
 * ```ts
 * if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) console.log(error.details?.suppressed);
 * ```
 */
export function isAPIError<Code extends APIErrorCode = APIErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is APIError<Code> {
  if (typeof error !== 'object' || error === null || !(apiErrorBrand in error)) return false;
  return codes.length === 0 || ('code' in error && codes.some((code) => code === error.code));
}
