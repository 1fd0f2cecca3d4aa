import type { RetryRule } from '@mailrig/contract';
import type { WithResponse } from '../results/api-promise.ts';
import type { MailrigError, Outcome } from '../errors/mailrig-error.ts';
import type { CallLimits } from '../options/request-options.ts';
import type { Settings } from '../options/options.ts';
import type { CallObserver } from './observer.ts';
import type { AskedWait } from '../runtime/rate-limit.ts';
import type { Scope } from '../runtime/time.ts';
import type { WireRequest } from './wire-request.ts';

/** One call, shared by all its attempts. */
export interface Call<T> {
  readonly id: string;
  readonly settings: Settings;
  readonly send: Send;
  readonly observer: CallObserver | undefined;
  readonly request: WireRequest;
  readonly retry: RetryRule;
  readonly limits: CallLimits;
  readonly scope: Scope;
  /** Reads the result from a response and its text. */
  readonly read: (response: Response, text: string, attempt: Attempt) => Result<T>;
  /** Called with each response. */
  readonly onResponse: (response: Response) => void;
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
  /** How long the service asks to wait before a retry. */
  readonly asked?: AskedWait | undefined;
  readonly requestId?: string | undefined;
  /** Whether a wait would be in vain, because the clock of the service is frozen. */
  readonly isFrozen?: boolean;
}

/** Result of one attempt. */
export type Result<T> = Done<T> | Failed;

/** Result of one request: a response, read to its last byte, or the reason for having none. */
export type Exchange = { readonly response: Response; readonly text: string } | FailedExchange;

/** A request without a response that could be read. */
export interface FailedExchange {
  readonly failed: 'connection' | 'timeout' | 'ended' | 'too-large' | 'hook';
  readonly cause?: unknown;
  /** Whether the request was handed to `fetch`. */
  readonly sent: boolean;
  /** Status of a 2xx response whose body was lost. */
  readonly accepted?: number | undefined;
}

/** Limits of one request. */
export interface ExchangeLimits {
  /** Milliseconds until the last byte of the response. */
  readonly timeout: number;
  /** Ends the request early. */
  readonly signal: AbortSignal | undefined;
  /** Passed to the hooks of the caller's ky instance. */
  readonly context: { readonly operation: string; readonly attempt: number; readonly callId: string };
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
  /** How long the service asks to wait before a retry. */
  readonly asked?: AskedWait | undefined;
}

/** Whether a request succeeded, by the status alone: look-alikes of a Response may lack `ok`. */
export function isSuccess({ status }: Pick<Response, 'status'>): boolean {
  return status >= 200 && status < 300;
}
