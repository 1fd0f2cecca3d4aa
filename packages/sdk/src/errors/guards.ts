import { type APIError, apiErrorBrand } from './api-errors.ts';
import { type APIErrorCode, type MailrigError, mailrigBrand } from './mailrig-error.ts';

/**
 * Whether this package threw `error`. Unlike `instanceof`, it also recognises errors of other copies of the
 * package, for example if a program loads both ESM and CommonJS.
 *
 * @param error Anything that was thrown.
 */
export function isMailrigError(error: unknown): error is MailrigError {
  try {
    return typeof error === 'object' && error !== null && mailrigBrand in error;
  } catch {
    // A proxy may throw.
    return false;
  }
}

/** A union with one `APIError` type for each code, so that checking `code` narrows `details`. */
export type APIErrorOf<Code extends APIErrorCode> = Code extends unknown ? APIError<Code> : never;

/**
 * Whether `error` is an `APIError`, and has one of `codes` if you name any. Narrows `code` and `details`:
 *
 * ```ts
 * if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) console.log(error.details?.suppressed);
 * ```
 *
 * @param error Anything that was thrown.
 */
export function isAPIError(error: unknown): error is APIError;
/**
 * @param error Anything that was thrown.
 * @param codes The codes to look for. Default: any.
 */
export function isAPIError<Code extends APIErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is APIErrorOf<Code>;
/**
 * @param error Anything that was thrown.
 * @param codes The codes to look for. Default: any.
 */
export function isAPIError(error: unknown, ...codes: readonly string[]): boolean {
  if (!isMailrigError(error) || !(apiErrorBrand in error)) return false;
  return codes.length === 0 || codes.includes(error.code);
}

/** Whether a failed request may have had its effect. */
export function mayBeDone(error: unknown): error is MailrigError {
  return isMailrigError(error) && (error.outcome === 'unknown' || error.outcome === 'succeeded');
}
