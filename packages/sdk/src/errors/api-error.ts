import type { ErrorCode, ErrorDetails } from '@mailrig/contract';
import { type FieldError, readFieldErrors } from './field-errors.ts';
import { circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/** Brand of every `APIError`, shared by all copies of this package. */
export const apiErrorBrand: unique symbol = Symbol.for('mailrig.api-error');

/** A documented code, or one that a newer service may add. */
export type APIErrorCode = ErrorCode | 'UNKNOWN_ERROR' | (string & {});

/** What the service said about a request that it did not accept. */
export interface APIErrorFacts extends MailrigErrorFacts {
  readonly operation: string;
  /** What went wrong, in the service's words. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly details?: object | undefined;
  readonly requestId?: string | undefined;
  readonly headers?: Headers | undefined;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service refused the request, or would have: a request that the client's own checks stop is a
 * `ValidationError` without a status.
 *
 * Thrown as such for codes that belong to no family, such as `METHOD_NOT_ALLOWED`. The class follows
 * the code, never the status, wherever the code is known (decision A60).
 */
export class APIError<Code extends string = APIErrorCode> extends MailrigError {
  override name = 'APIError';

  declare readonly code: Code;
  declare readonly operation: string;

  /** HTTP status as it was received; `undefined` where the request was refused here, before it was sent. */
  readonly status: number | undefined;

  /** More about what is wrong, as the service sent it; its shape depends on the code. */
  readonly details: ErrorDetails<Code> | undefined;

  /** Id of the answer; quote it when you report a problem. */
  readonly requestId: string | undefined;

  /** Headers of the answer; empty where there was none. */
  readonly headers: Headers;

  constructor(facts: APIErrorFacts & { readonly code: Code }) {
    super(`${facts.operation}: ${facts.code}: ${facts.reason}${circumstances(facts)}`, facts);
    this.status = facts.status;
    this.details = facts.details as ErrorDetails<Code> | undefined;
    this.requestId = facts.requestId;
    this.headers = facts.headers ?? new Headers();
  }

  /** Which fields are wrong and why, empty where the service named none (decision A21). */
  fieldErrors(): FieldError[] {
    return readFieldErrors(this.details, this.message);
  }

  /** @internal */
  get [apiErrorBrand](): true {
    return true;
  }
}
