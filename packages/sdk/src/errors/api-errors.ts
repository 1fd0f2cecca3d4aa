import {
  type ErrorCode,
  type ErrorDetails,
  type ErrorFamily,
  errorCodes,
  isErrorCode,
} from '@mailrig/contract';
import { type FieldError, readFieldErrors } from './field-errors.ts';
import {
  circumstances,
  MailrigError,
  type MailrigErrorFacts,
  type MailrigErrorJSON,
} from './mailrig-error.ts';

/** Brand of every `APIError`, shared by all copies of this package. */
export const apiErrorBrand: unique symbol = Symbol.for('mailrig.api-error');

/**
 * Codes that this version knows: those of the service, `UPLOAD_FAILED` if an upload address refuses a
 * file, and `UNKNOWN_ERROR` if a refusal names no code.
 */
export type KnownErrorCode = ErrorCode | 'UPLOAD_FAILED' | 'UNKNOWN_ERROR';

/** A known code, or one that a newer service may add. */
export type APIErrorCode = KnownErrorCode | (string & {});

/** What the service said about a request that it did not accept. */
export interface APIErrorFacts extends MailrigErrorFacts {
  readonly operation: string;
  /** What went wrong, in the service's words. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly details?: object | undefined;
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service refused the request. A request that the client's own checks stop would have been refused:
 * it throws a `ValidationError` without a status.
 *
 * Thrown as such for codes that belong to no family, such as `METHOD_NOT_ALLOWED`. A known code decides
 * the class, whatever the status (A60).
 */
export class APIError<Code extends string = APIErrorCode> extends MailrigError {
  override name = 'APIError';

  declare readonly code: Code;
  declare readonly operation: string;

  /** HTTP status; `undefined` if the client stopped the request before it was sent. */
  readonly status: number | undefined;

  /** More about what is wrong, as the service sent it; its shape depends on the code. */
  readonly details: ErrorDetails<Code> | undefined;

  /** Id of the answer; quote it when you report a problem. */
  readonly requestId: string | undefined;

  /** Headers of the answer by their names in lower case; empty if there was none. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(facts: APIErrorFacts & { readonly code: Code }) {
    super(`${facts.operation}: ${facts.code}: ${facts.reason}${circumstances(facts)}`, facts);
    this.status = facts.status;
    this.details = facts.details as ErrorDetails<Code> | undefined;
    this.requestId = facts.requestId;
    this.headers = facts.headers ?? {};
  }

  /** Which fields are wrong and why; empty if the service named none (A21). */
  fieldErrors(): FieldError[] {
    return readFieldErrors(this.details, this.message);
  }

  override toJSON(): MailrigErrorJSON {
    const { status, requestId, details } = this;
    return {
      ...super.toJSON(),
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      ...(details !== undefined && { details }),
    };
  }

  /** @internal */
  get [apiErrorBrand](): true {
    return true;
  }
}

/** The API key is missing, unknown, revoked or expired: `UNAUTHORIZED`, `KEY_REVOKED`, `KEY_EXPIRED`. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError';
}

/** A refusal with status 403 and a code that this version does not know; no documented code has it. */
export class PermissionError extends APIError {
  override name = 'PermissionError';
}

/**
 * A parameter is missing or wrong; `fieldErrors()` names it.
 *
 * Has no `status` if the client's own check stopped the request before it was sent.
 */
export class ValidationError extends APIError {
  override name = 'ValidationError';
}

/** What the request names does not exist: `NOT_FOUND`, `LIST_NOT_FOUND`, `CONTACT_NOT_FOUND`, `UPLOAD_NOT_FOUND`. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError';
}

/**
 * It has been done already, or another request is in the way: `CONTACT_ALREADY_EXISTS`,
 * `ALREADY_SUPPRESSED`, `IDEMPOTENCY_CONFLICT`, `IDEMPOTENCY_IN_PROGRESS`.
 */
export class ConflictError extends APIError {
  override name = 'ConflictError';
}

/** The credits do not cover the verification; `details` says how many it takes and how many are left. */
export class InsufficientCreditsError extends APIError<'INSUFFICIENT_CREDITS'> {
  override name = 'InsufficientCreditsError';
}

/**
 * The API key made more requests than its window allows, and the client could not wait: no repeats
 * were left, or the wait is longer than `maxRetryAfter`.
 */
export class RateLimitError extends APIError {
  override name = 'RateLimitError';

  /** Milliseconds until the service takes requests again; `undefined` if it did not say. */
  readonly retryAfter: number | undefined;

  constructor(facts: APIErrorFacts) {
    super(facts);
    this.retryAfter = facts.retryAfter;
  }
}

/** Five verification batches are already running. The client never repeats the call by itself (A111). */
export class TooManyBatchesError extends APIError<'TOO_MANY_BATCHES'> {
  override name = 'TooManyBatchesError';

  /** Milliseconds until the next batch should be done; `undefined` if the service did not say. */
  readonly retryAfter: number | undefined;

  constructor(facts: APIErrorFacts & { readonly code: 'TOO_MANY_BATCHES' }) {
    super(facts);
    this.retryAfter = facts.retryAfter;
  }
}

/**
 * The email was well-formed, but the service does not send it, because of its domain, template,
 * attachments, size, content or one of its recipients (A61 lists the codes).
 */
export class SendError extends APIError {
  override name = 'SendError';

  /** With `RECIPIENT_SUPPRESSED`: the recipients on the suppression list (A51); otherwise empty. */
  get suppressed(): readonly string[] {
    return texts(this.details, 'suppressed');
  }

  /** With `TEMPLATE_RENDER_ERROR`: the variables that the template needs and did not get; otherwise empty. */
  get missing(): readonly string[] {
    return texts(this.details, 'missing');
  }
}

/**
 * A file did not arrive as announced: `UPLOAD_NOT_COMPLETE`, `UPLOAD_EXPIRED`, `FILE_SIZE_MISMATCH`. Or
 * the upload address refused it: `UPLOAD_FAILED`, with the store's own code as `details.reason`, for
 * example `AccessDenied`.
 */
export class UploadError extends APIError {
  override name = 'UploadError';
}

/** The service failed (`INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`, any status from 500), even after the repeats that were safe. */
export class ServerError extends APIError {
  override name = 'ServerError';
}

const classes: Readonly<Record<ErrorFamily | 'permission', (facts: APIErrorFacts) => APIError>> = {
  authentication: (facts) => new AuthenticationError(facts),
  permission: (facts) => new PermissionError(facts),
  validation: (facts) => new ValidationError(facts),
  'not-found': (facts) => new NotFoundError(facts),
  conflict: (facts) => new ConflictError(facts),
  'insufficient-credits': (facts) => new InsufficientCreditsError({ ...facts, code: 'INSUFFICIENT_CREDITS' }),
  'rate-limit': (facts) => new RateLimitError(facts),
  'too-many-batches': (facts) => new TooManyBatchesError({ ...facts, code: 'TOO_MANY_BATCHES' }),
  send: (facts) => new SendError(facts),
  upload: (facts) => new UploadError(facts),
  server: (facts) => new ServerError(facts),
  other: (facts) => new APIError(facts),
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

/** Makes the error of the code's family (A60), or of the status if the code is not known. */
export function createAPIError(facts: APIErrorFacts): APIError {
  return classes[familyOf(facts)](facts);
}

function familyOf({ code, status = 0 }: APIErrorFacts): ErrorFamily | 'permission' {
  if (code === 'UPLOAD_FAILED') return 'upload';
  if (isErrorCode(code)) return errorCodes[code].family;
  return familyByStatus[status] ?? (status >= 500 ? 'server' : 'other');
}

function texts(details: object | undefined, key: string): readonly string[] {
  const value: unknown = details && Reflect.get(details, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
