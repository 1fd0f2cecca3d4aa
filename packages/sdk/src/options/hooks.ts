import type { MailrigError } from '../errors/mailrig-error.ts';
import type { RateLimit } from '../runtime/rate-limit.ts';
import type { WaitReason } from '../runtime/time.ts';

/** A call, the same for all its attempts. */
export interface CallEvent {
  /** Unique id of the call, to distinguish concurrent calls. The client generates it and does not send it. */
  readonly callId: string;
  /** Name of the operation, for example `sendEmail`. */
  readonly operation: string;
}

/** A request about to be sent. Holds neither the API key nor the body. */
export interface RequestEvent extends CallEvent {
  /** HTTP method, for example `POST`. */
  readonly method: string;
  /** Path below the base URL, without its query. */
  readonly path: string;
  /**
   * The path before its parameters were filled in, for example `/api/v1/contact-lists/{id}/contacts`. Group
   * metrics by it. Absent for `mail.request` and for uploads, whose paths have no template.
   */
  readonly pathTemplate?: string | undefined;
  /** Number of the attempt in its call, from 1. */
  readonly attempt: number;
  /** Idempotency key of a send, the same on all attempts. Absent for other operations. */
  readonly idempotencyKey?: string | undefined;
}

/** A complete response, of any status. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from the request to the last byte of the response. */
  readonly duration: number;
  /** Id of the response; absent if it had none. */
  readonly requestId?: string | undefined;
  /** The values of its `X-RateLimit-*` headers; absent if it had none. */
  readonly rateLimit?: RateLimit | undefined;
}

/** An attempt that ended without a complete response. */
export interface LostEvent extends RequestEvent {
  /**
   * Why it ended: a `ConnectionError`, a `TimeoutError`, an `AbortError` if your signal ended it, an
   * `InvalidResponseError` if the response is too large, or a `MailrigError` with code `HOOK_FAILED`.
   */
  readonly error: MailrigError;
  /** Milliseconds from the request to its end. */
  readonly duration: number;
}

/** A failed attempt that the client is about to retry. */
export interface RetryEvent extends RequestEvent {
  /** Why the attempt failed. */
  readonly error: MailrigError;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** A wait of three seconds or more. The wait of a queue is one, however many calls wait in it. */
export interface WaitEvent extends WaitReason {
  /** Milliseconds. */
  readonly wait: number;
}

/** A call that failed after all its retries. */
export interface FailureEvent extends CallEvent {
  /** The error that the call throws. */
  readonly error: MailrigError;
}

/**
 * Functions that the client calls as it works. It does not wait for them. If one throws or rejects, the
 * client logs a warning and continues.
 *
 * Every `onRequest` is followed by exactly one `onResponse` or `onLost` with the same `callId` and `attempt`.
 */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** After each complete response, of any status. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** After each attempt that ended without a complete response: lost, timed out or aborted. */
  readonly onLost?: ((event: LostEvent) => unknown) | undefined;
  /** Before the wait for the next attempt. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Before each wait of three seconds or more. Without it, the first one for the rate limit or a retry is a warning, on
   * the logger or the console. Clients that share a queue also share the hook of the first.
   */
  readonly onWait?: ((event: WaitEvent) => unknown) | undefined;
  /** Once for each failed call, with the error that it throws. */
  readonly onFailure?: ((event: FailureEvent) => unknown) | undefined;
}
