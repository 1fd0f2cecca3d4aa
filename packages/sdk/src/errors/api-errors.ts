import {
  type ErrorCodeOf,
  type ErrorDetails,
  type ErrorFamily,
  errorCodes,
  type FieldError,
  fieldsOf,
  isErrorCode,
} from '@mailrig/contract';
import { type APIErrorCode, circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/** Brand of every `APIError`, shared by all copies of this package. */
export const apiErrorBrand: unique symbol = Symbol.for('mailrig.api-error');

/** Facts of a refusal by the service. */
export interface APIErrorFacts<Code extends APIErrorCode = APIErrorCode> extends MailrigErrorFacts {
  readonly code: Code;
  /** Code in the response, if it is unknown to this version. */
  readonly rawCode?: string | undefined;
  /** Name of the operation, for example `sendEmail`. */
  readonly operation: string;
  /** Message of the service. */
  readonly reason: string;
  /** Members besides code and message. The shape depends on the code. */
  readonly details?: object | undefined;
  /** Id of the response, to quote in a report; absent if it had none. */
  readonly requestId?: string | undefined;
  /** Headers of the response, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that the service asked to wait, if it did. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service refused the request. The client's own checks throw one too, a `ValidationError` without a status.
 *
 * It is thrown itself only for codes without a class, such as `METHOD_NOT_ALLOWED`. A known code decides the
 * class, whatever the status.
 */
export class APIError<Code extends APIErrorCode = APIErrorCode> extends MailrigError {
  override name = 'APIError';

  declare readonly code: Code;
  declare readonly operation: string;

  /** The service's own code, if it is unknown to this version: `code` is `UNKNOWN_ERROR` then. */
  readonly rawCode: string | undefined;

  /** HTTP status; `undefined` if the client stopped the request before it was sent. */
  readonly status: number | undefined;

  /** Details from the service. Their shape depends on the code. */
  readonly details: ErrorDetails<Code> | undefined;

  /** Id of the response. Quote it when you report a problem. */
  readonly requestId: string | undefined;

  /** Headers of the response, names in lower case. Empty if there was no response. */
  readonly headers: Readonly<Record<string, string>>;

  /** Milliseconds that the service asks to wait. `undefined` if it does not. */
  readonly retryAfter: number | undefined;

  readonly #reason: string;

  constructor(facts: APIErrorFacts<Code>) {
    const { operation, code, rawCode, reason } = facts;
    super(`${operation}: ${rawCode ?? code}: ${reason}${circumstances(facts)}`, facts);
    this.#reason = reason;
    this.rawCode = rawCode;
    this.status = facts.status;
    this.details = facts.details as ErrorDetails<Code> | undefined;
    this.requestId = facts.requestId;
    this.headers = facts.headers ?? {};
    this.retryAfter = facts.retryAfter;
    Object.defineProperty(this, apiErrorBrand, { value: true });
  }

  /** Which fields are wrong and why. Empty if the service named none. */
  fieldErrors(): FieldError[] {
    return readFieldErrors(this.details, this.#reason);
  }
}

/** The API key is missing, unknown, revoked or expired: `UNAUTHORIZED`, `KEY_REVOKED`, `KEY_EXPIRED`. */
export class AuthenticationError extends APIError<ErrorCodeOf<'authentication'> | 'UNKNOWN_ERROR'> {
  override name = 'AuthenticationError';
}

/** The service refused the request with status 403 and an unknown code. No documented code does this. */
export class PermissionError extends APIError<'UNKNOWN_ERROR'> {
  override name = 'PermissionError';
}

/**
 * A parameter is missing or wrong. `fieldErrors()` names it.
 *
 * `status` is `undefined` if the client's own checks stopped the request before it was sent.
 */
export class ValidationError extends APIError<ErrorCodeOf<'validation'> | 'UNKNOWN_ERROR'> {
  override name = 'ValidationError';
}

/** The record or path does not exist: `NOT_FOUND`, `LIST_NOT_FOUND`, `CONTACT_NOT_FOUND`, `UPLOAD_NOT_FOUND`. */
export class NotFoundError extends APIError<ErrorCodeOf<'not-found'> | 'UNKNOWN_ERROR'> {
  override name = 'NotFoundError';
}

/**
 * The request was already done, or conflicts with another one: `CONTACT_ALREADY_EXISTS`,
 * `ALREADY_SUPPRESSED`, `IDEMPOTENCY_CONFLICT`, `IDEMPOTENCY_IN_PROGRESS`.
 */
export class ConflictError extends APIError<ErrorCodeOf<'conflict'> | 'UNKNOWN_ERROR'> {
  override name = 'ConflictError';
}

/** The credits do not cover the verification. `details` has the `required` and the `available` number. */
export class InsufficientCreditsError extends APIError<'INSUFFICIENT_CREDITS'> {
  override name = 'InsufficientCreditsError';
}

/**
 * The API key made too many requests, and the client could not wait: no retries were left, or the wait was
 * longer than `maxRetryAfter`, or than the rest of `totalTimeout`.
 */
export class RateLimitError extends APIError<ErrorCodeOf<'rate-limit'> | 'UNKNOWN_ERROR'> {
  override name = 'RateLimitError';
}

/** Five verification batches are already running. The client does not retry. */
export class TooManyBatchesError extends APIError<'TOO_MANY_BATCHES'> {
  override name = 'TooManyBatchesError';
}

/**
 * The email is well-formed, but the service refuses to send it because of its domain, template, attachments,
 * size, content or a recipient.
 */
export class SendError extends APIError<ErrorCodeOf<'send'>> {
  override name = 'SendError';

  /** The suppressed recipients, with the code `RECIPIENT_SUPPRESSED`. Empty with any other code. */
  get suppressed(): readonly string[] {
    return texts(this.details, 'suppressed');
  }

  /** The missing variables of the template, with the code `TEMPLATE_RENDER_ERROR`. Empty with any other code. */
  get missing(): readonly string[] {
    return texts(this.details, 'missing');
  }
}

/**
 * A file did not arrive as declared: `UPLOAD_NOT_COMPLETE`, `UPLOAD_EXPIRED`, `FILE_SIZE_MISMATCH`. Or the upload URL
 * refused it: `UPLOAD_FAILED`, with the code of the store as `details.reason`, for example `AccessDenied`.
 */
export class UploadError extends APIError<ErrorCodeOf<'upload'> | 'UPLOAD_FAILED'> {
  override name = 'UploadError';
}

/** The service failed, even after all safe retries: `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE` or a status from 500. */
export class ServerError extends APIError<ErrorCodeOf<'server'> | 'UNKNOWN_ERROR'> {
  override name = 'ServerError';
}

const classes: Readonly<Record<ErrorFamily | 'permission', new (facts: APIErrorFacts<never>) => APIError>> = {
  authentication: AuthenticationError,
  permission: PermissionError,
  validation: ValidationError,
  'not-found': NotFoundError,
  conflict: ConflictError,
  'insufficient-credits': InsufficientCreditsError,
  'rate-limit': RateLimitError,
  'too-many-batches': TooManyBatchesError,
  send: SendError,
  upload: UploadError,
  server: ServerError,
  other: APIError,
};

const familyByStatus: Readonly<Record<number, ErrorFamily | 'permission'>> = {
  400: 'validation',
  401: 'authentication',
  403: 'permission',
  404: 'not-found',
  409: 'conflict',
  422: 'validation',
  429: 'rate-limit',
};

/** Makes an error of the class for the code (A60), or for the status if the code is unknown. */
export function createAPIError(facts: APIErrorFacts): APIError {
  // The family follows from the code, so the code is one of the class.
  return new classes[familyOf(facts)](facts as APIErrorFacts<never>);
}

/** The codes of an error, for the code in the response. */
export function codesFor(sent: string | undefined): Pick<APIErrorFacts, 'code' | 'rawCode'> {
  const isKnown = sent === 'UPLOAD_FAILED' || (sent !== undefined && isErrorCode(sent));
  return isKnown ? { code: sent } : { code: 'UNKNOWN_ERROR', rawCode: sent };
}

function familyOf({ code, status = 0 }: APIErrorFacts): ErrorFamily | 'permission' {
  if (code === 'UPLOAD_FAILED') return 'upload';
  if (isErrorCode(code)) return errorCodes[code].family;
  return familyByStatus[status] ?? (status >= 500 ? 'server' : 'other');
}

function texts(details: object | undefined, key: string): readonly string[] {
  const value = fieldsOf(details)[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Reads the wrong fields from `details`, in any of its three shapes (A21):
 * `{ errors: [{ field, message }] }`, `{ errors: { to: 'is required' } }` and `{ field }`.
 *
 * @param reason The message about the whole input, for a field without its own message.
 */
function readFieldErrors(details: unknown, reason: string): FieldError[] {
  const { errors, field } = fieldsOf(details);
  const found = Array.isArray(errors) ? errors.flatMap(fromEntry) : fromMap(errors);
  if (found.length > 0) return found;
  if (typeof field !== 'string') return [];
  return [{ field, message: reason.startsWith(`${field} `) ? reason.slice(field.length + 1) : reason }];
}

function fromEntry(entry: unknown): FieldError[] {
  const { field, message } = fieldsOf(entry);
  return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
}

function fromMap(errors: unknown): FieldError[] {
  return Object.entries(fieldsOf(errors)).flatMap(([field, messages]) =>
    [messages].flat().flatMap((message) => (typeof message === 'string' ? [{ field, message }] : [])),
  );
}
