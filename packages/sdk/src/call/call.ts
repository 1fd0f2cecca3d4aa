import type { RetryRule } from '@mailrig/contract';
import type { WithResponse } from '../api-promise.ts';
import type { MailrigError, Outcome } from '../errors/mailrig-error.ts';
import type { CallLimits, Settings } from '../options.ts';
import type { Observer } from './observer.ts';
import type { Scope } from './scope.ts';

/** What all attempts of one call share. */
export interface Call<T> {
  readonly settings: Settings;
  readonly send: Send;
  readonly observer: Observer | undefined;
  readonly request: WireRequest;
  readonly retry: RetryRule;
  readonly limits: CallLimits;
  readonly scope: Scope;
  /** Makes the result of an answer. */
  readonly read: (answer: Response, text: string, attempt: Attempt) => Result<T>;
  /** Is shown each answer. */
  readonly onAnswer: (answer: Response) => void;
}

/** One attempt of a call: where the call stands, for its events and errors. */
export interface Attempt {
  readonly call: Call<unknown>;
  /** Which attempt this is, from 1. */
  readonly number: number;
  /** What the attempts before this one leave open. */
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
   * Whether another attempt may follow (A117): `always` if the service certainly did nothing,
   * `if-safe` if the operation permits it.
   */
  readonly repeat: 'always' | 'if-safe' | 'never';
  /** Milliseconds that the service asks to wait before the next attempt. */
  readonly wait?: number | undefined;
  readonly requestId?: string | undefined;
}

/** What one attempt came to. */
export type Result<T> = Done<T> | Failed;

/** A request as it goes over the wire, the same on every attempt. */
export interface WireRequest {
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is; a function makes a new stream for each attempt. */
  readonly body?: Blob | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>);
  readonly idempotencyKey?: string | undefined;
  /** Whether it goes to an upload store, which must never see the API key (A73). */
  readonly toStore?: boolean;
  /** Used instead of the client's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** What came of one request: an answer read to its last byte, or why there is none. */
export type Exchange =
  | { readonly answer: Response; readonly text: string }
  | {
      readonly failed: 'connection' | 'timeout' | 'ended' | 'too-large' | 'hook';
      readonly cause?: unknown;
      /** Whether the request was handed to `fetch`. */
      readonly sent: boolean;
      /** Status of a 2xx answer whose head arrived before its body was lost. */
      readonly accepted: number | undefined;
    };

/** What one request may take. */
export interface ExchangeLimits {
  /** Milliseconds until the last byte of the answer. */
  readonly timeout: number;
  /** Ends the request early. */
  readonly signal: AbortSignal | undefined;
  /** Given to the hooks of the caller's ky instance. */
  readonly context: { readonly operation: string; readonly attempt: number };
}

/** Makes one request and reads its answer. Never rejects. */
export type Send = (request: WireRequest, limits: ExchangeLimits) => Promise<Exchange>;

/** A refusal in any of the forms of A2. */
export interface Refusal {
  /** `undefined` if the body names none. */
  readonly code: string | undefined;
  readonly message: string;
  readonly details?: object | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly wait?: number | undefined;
}
