import type { MailrigError } from './errors/mailrig-error.ts';
import type { RateLimit } from './rate-limit.ts';

/** A request about to be sent. Holds neither the API key nor the body. */
export interface RequestEvent {
  /** Name of the operation, for example `sendEmail`. */
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without its query. */
  readonly path: string;
  /** Number of the attempt in its call, from 1. */
  readonly attempt: number;
  /** Idempotency key of a send, the same on all attempts. Absent for other operations. */
  readonly idempotencyKey?: string | undefined;
}

/** A complete response, of any status. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds from the request to the last byte of the response. */
  readonly duration: number;
  readonly requestId?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** A failed attempt that the client is about to retry. */
export interface RetryEvent extends RequestEvent {
  /** Why the attempt failed. */
  readonly error: MailrigError;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** A call that failed after all its retries. */
export interface FailureEvent {
  readonly operation: string;
  readonly error: MailrigError;
}

/**
 * Functions that the client calls as it works. It does not wait for them. If one throws or rejects, the
 * client logs a warning and carries on.
 */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** After each response, of any status. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Before the wait for the next attempt. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Once for each failed call, with the error that it throws. */
  readonly onFailure?: ((event: FailureEvent) => unknown) | undefined;
}
