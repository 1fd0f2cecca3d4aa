import type { MailrigError } from './errors/mailrig-error.ts';
import type { RateLimit } from './rate-limit.ts';

/** One request that is about to leave. Holds neither the key nor the body. */
export interface RequestEvent {
  /** Name of the operation, for example `sendEmail`. */
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without its query. */
  readonly path: string;
  /** Which attempt of the call this is, from 1. */
  readonly attempt: number;
  /** Key of a send; the same on all attempts. */
  readonly idempotencyKey?: string | undefined;
}

/** One answer that was read whole, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds from the request to the last byte of the answer. */
  readonly duration: number;
  readonly requestId?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** A failed attempt that is about to be repeated. */
export interface RetryEvent extends RequestEvent {
  /** Why the attempt failed. */
  readonly error: MailrigError;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** A call that failed for good. */
export interface FailureEvent {
  readonly operation: string;
  readonly error: MailrigError;
}

/**
 * Functions that watch the client at work. Nothing waits for them, and one that throws or rejects is
 * reported to the `logger` and changes nothing.
 */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** After each answer, whatever its status. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Before the wait for the next attempt. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Once for each call that fails, with the error that it throws. */
  readonly onFailure?: ((event: FailureEvent) => unknown) | undefined;
}
