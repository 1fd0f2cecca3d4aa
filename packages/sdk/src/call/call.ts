import type { RetryRule } from '@mailrig/contract';
import type { WithResponse } from '../api-promise.ts';
import type { MailrigError, Outcome } from '../errors/mailrig-error.ts';
import type { CallLimits, Settings } from '../options.ts';
import type { Observer } from './observer.ts';
import type { Scope } from './scope.ts';

/** One call, shared by all its attempts. */
export interface Call<T> {
  readonly settings: Settings;
  readonly send: Send;
  readonly observer: Observer | undefined;
  readonly request: WireRequest;
  readonly retry: RetryRule;
  readonly limits: CallLimits;
  readonly scope: Scope;
  /** Reads the result from a response and its text. */
  readonly read: (answer: Response, text: string, attempt: Attempt) => Result<T>;
  /** Called with each response. */
  readonly onAnswer: (answer: Response) => void;
}

/** One attempt of a call, for its events and errors. */
export interface Attempt {
  readonly call: Call<unknown>;
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** Outcome of the earlier attempts together. */
  readonly earlier: Outcome;
}

/** An attempt that succeeded. */
export interface Done<T> {
  readonly done: WithResponse<T>;
}

/** An attempt that failed. */
export interface Failed {
  readonly error: MailrigError;
  /**
   * Whether a retry may follow (A117): `always` if the service certainly did nothing, `if-safe` if the
   * operation permits it.
   */
  readonly repeat: 'always' | 'if-safe' | 'never';
  /** Milliseconds that the service asks to wait before a retry. */
  readonly wait?: number | undefined;
  readonly requestId?: string | undefined;
}

/** Result of one attempt. */
export type Result<T> = Done<T> | Failed;

/** An HTTP request, the same on every attempt. */
export interface WireRequest {
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. A function makes a new stream for each attempt. */
  readonly body?: Blob | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>);
  readonly idempotencyKey?: string | undefined;
  /** Whether it goes to an upload store, which must never get the API key (A73). */
  readonly toStore?: boolean;
  /** Replaces the client's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Result of one request: a response, read to its last byte, or the reason for having none. */
export type Exchange =
  | { readonly answer: Response; readonly text: string }
  | {
      readonly failed: 'connection' | 'timeout' | 'ended' | 'too-large' | 'hook';
      readonly cause?: unknown;
      /** Whether the request was handed to `fetch`. */
      readonly sent: boolean;
      /** Status of a 2xx response whose body was lost. */
      readonly accepted: number | undefined;
    };

/** Limits of one request. */
export interface ExchangeLimits {
  /** Milliseconds until the last byte of the response. */
  readonly timeout: number;
  /** Ends the request early. */
  readonly signal: AbortSignal | undefined;
  /** Passed to the hooks of the caller's ky instance. */
  readonly context: { readonly operation: string; readonly attempt: number };
}

/** Makes one request and reads its response. Never rejects. */
export type Send = (request: WireRequest, limits: ExchangeLimits) => Promise<Exchange>;

/** A refusal by the service or an upload store. */
export interface Refusal {
  /** Error code. `undefined` if the body has none. */
  readonly code: string | undefined;
  readonly message: string;
  readonly details?: object | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds that the service asks to wait before a retry. */
  readonly wait?: number | undefined;
}
