import type { ErrorCode } from '@mailrig/contract';

/**
 * Whether a failed call had its effect.
 * - `not-sent`: no. The request never reached the service.
 * - `rejected`: no. The service refused the request.
 * - `unknown`: maybe. The connection broke, time ran out, or the service failed after the request was sent.
 *   It is safe to send an email again with the same idempotency key.
 * - `succeeded`: yes, most likely. The service responded with 2xx, but the response could not be read.
 *
 * It covers all attempts of the call: a refusal after a lost connection is still `unknown`.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'succeeded';

/**
 * Codes of refusals: those of the service, `UPLOAD_FAILED` if an upload URL refuses a file, and `UNKNOWN_ERROR`
 * if a refusal has no code, or one unknown to this version: `rawCode` has it then.
 */
export type APIErrorCode = ErrorCode | 'UPLOAD_FAILED' | 'UNKNOWN_ERROR';

/** Codes of this package, for every other failure. */
export type ClientErrorCode =
  | 'ABORTED'
  | 'CLOCK_FROZEN'
  | 'EMAIL_ENDED'
  | 'HOOK_FAILED'
  | 'INVALID_OPTIONS'
  | 'INVALID_RESPONSE'
  | 'JOURNAL_FAILED'
  | 'JOURNAL_MISMATCH'
  | 'NETWORK_ERROR'
  | 'RUN_STARTED'
  | 'SEND_UNCERTAIN'
  | 'SOURCE_FAILED'
  | 'THROTTLE_FAILED'
  | 'TIMEOUT_ERROR'
  | 'VERIFICATION_FAILED';

/** Every code that an error of this package can have. */
export type MailrigErrorCode = APIErrorCode | ClientErrorCode;
