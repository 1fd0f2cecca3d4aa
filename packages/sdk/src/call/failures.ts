import { errorCodes, isErrorCode } from '@mailrig/contract';
import { codesFor, createAPIError } from '../errors/api-errors.ts';
import {
  AbortError,
  type ClientErrorFacts,
  clockError,
  ConnectionError,
  InvalidResponseError,
  TimeoutError,
} from '../errors/client-errors.ts';
import {
  circumstances,
  combineOutcomes,
  invalidOption,
  MailrigError,
  type Outcome,
} from '../errors/mailrig-error.ts';
import { isTransient } from '../errors/retryable.ts';
import { isConnectError } from '../runtime/platform.ts';
import { isFrozen } from '../runtime/rate-limit.ts';
import { ClockRefusal, type Scope } from '../runtime/time.ts';
import type { Attempt, Call, Exchange, Failed, Refusal } from './call.ts';

/*
 * The errors of failed attempts, each with whether the call may be repeated.
 */

/**
 * Facts of a failed call, for the error of its last attempt.
 *
 * @param attempted Outcome of this attempt alone.
 */
function factsOf({ call, number, earlier }: Attempt, attempted: Outcome, sent = attempted !== 'not-sent') {
  const { operation, idempotencyKey } = call.request;
  return {
    operation,
    idempotencyKey,
    attempts: sent ? number : number - 1,
    outcome: combineOutcomes(earlier, attempted),
  };
}

/** The error of a call that its signal or total timeout has ended. */
export function endedError(scope: Scope, facts: ClientErrorFacts, waiting?: string): MailrigError {
  return scope.endedBy() === 'totalTimeout'
    ? new TimeoutError('totalTimeout', scope.totalTimeout ?? 0, facts, waiting)
    : new AbortError({ ...facts, cause: scope.reason() });
}

/** The failure of a call that its clock ended, which is the cause then, or the caller's signal or the total timeout. */
export function interrupted(attempt: Attempt, attempted: Outcome, cause?: unknown, waiting?: string): Failed {
  const facts = factsOf(attempt, attempted);
  const isRefused = cause instanceof ClockRefusal;
  const error = isRefused ? clockError(facts, cause) : endedError(attempt.call.scope, facts, waiting);
  return { error, repeat: 'never' };
}

/** The failure of a request without a complete response. */
export function lost(attempt: Attempt, exchange: Extract<Exchange, { failed: string }>): Failed {
  const { failed, cause, sent, accepted } = exchange;
  const { request, limits, settings } = attempt.call;
  const attempted = accepted === undefined ? (sent ? 'unknown' : 'not-sent') : 'succeeded';
  const facts = factsOf(attempt, attempted);
  switch (failed) {
    case 'ended':
      return interrupted(attempt, attempted);
    case 'timeout':
      return { error: new TimeoutError('timeout', limits.timeout, facts), repeat: 'if-safe' };
    case 'too-large':
      return unreadable(attempt, {
        reason: `the response has more than ${settings.maxResponseBytes} bytes (option maxResponseBytes)`,
        status: accepted ?? 200,
      });
    case 'hook': {
      const words = settings.withoutKey(wordsOf(cause, 'it threw no error'));
      if (!settings.ky) {
        return {
          error: invalidOption(`the request cannot be made: ${words}`, facts.operation),
          repeat: 'never',
        };
      }
      const message = `${facts.operation}: a hook of option ky failed: ${words}${circumstances(facts)}`;
      return { error: new MailrigError(message, { ...facts, code: 'HOOK_FAILED', cause }), repeat: 'never' };
    }
    case 'connection': {
      // Shows only the origin, because the URL of an upload holds a secret, and node-fetch's words hold the URL.
      const origin = originOf(request.url);
      const words = wordsOf(cause, 'the connection failed').replaceAll(request.url, origin);
      const reason = settings.withoutKey(
        `no response from ${origin}: ${words}${reservedHint(request.url, cause)}`,
      );
      if (attempted !== 'unknown' || !neverConnected(cause)) {
        return { error: new ConnectionError(reason, { ...facts, cause }), repeat: 'if-safe' };
      }
      const unsent = factsOf(attempt, 'not-sent', true);
      return { error: new ConnectionError(reason, { ...unsent, cause }), repeat: 'always' };
    }
  }
}

/** The failure of a request that the service refused. */
export function refused(attempt: Attempt, { status, headers }: Response, refusal: Refusal): Failed {
  const { withoutKey } = attempt.call.settings;
  const { message, details, requestId, asked } = refusal;
  const codes = codesFor(refusal.code);
  const { code } = codes;
  const declined = status === 503 && asked !== undefined;
  const tooLong = isTransient(code, status) ? waitTooLong(attempt.call, asked?.least) : undefined;
  const error = createAPIError({
    ...factsOf(attempt, !declined && leavesOpen(code, status) ? 'unknown' : 'rejected'),
    ...codes,
    status,
    requestId,
    headers: Object.fromEntries(entriesOf(headers).map(([name, value]) => [name, withoutKey(String(value))])),
    reason: tooLong === undefined ? message : `${message.replace(/\.$/, '')}; ${tooLong}`,
    details,
    retryAfter: asked?.wait,
  });
  const repeat =
    declined || error.name === 'RateLimitError' ? 'always' : isTransient(code, status) ? 'if-safe' : 'never';
  return { error, repeat, asked, requestId, isFrozen: isFrozen(headers, attempt.call.settings.time) };
}

/** The headers of errors if the response is no real `Response`, whose headers can only be read by name. */
const namedHeaders = [
  'content-type',
  'date',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-sandbox-clock',
];

function entriesOf(headers: Headers): readonly (readonly [string, string])[] {
  if (Symbol.iterator in headers) return [...headers];
  const { get }: Pick<Headers, 'get'> = headers;
  return namedHeaders.flatMap((name) => {
    const value = get.call(headers, name);
    return value == null ? [] : [[name, value] as const];
  });
}

/** Why the client does not wait as long as the service asks; `undefined` if it may. */
function waitTooLong({ settings, scope }: Call<unknown>, least = 0): string | undefined {
  const asked = `it asks to wait ${inSeconds(least)}, longer than`;
  const { maxRetryAfter } = settings;
  const unit = maxRetryAfter > 0 && maxRetryAfter < 100 ? ', which is in milliseconds' : '';
  if (least > maxRetryAfter) return `${asked} maxRetryAfter (${inSeconds(maxRetryAfter)}${unit})`;
  const remaining = scope.remaining();
  return least >= remaining ? `${asked} is left of totalTimeout (${inSeconds(remaining)})` : undefined;
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 100 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

/** The problem of a 2xx response. */
export interface Unreadable {
  readonly reason: string;
  readonly field?: string | undefined;
  readonly status: number;
  readonly requestId?: string | undefined;
}

/** The failure of a request with a 2xx response that is not as documented. */
export function unreadable(attempt: Attempt, { reason, field = '', status, requestId }: Unreadable): Failed {
  const { withoutKey } = attempt.call.settings;
  const facts = {
    ...factsOf(attempt, 'succeeded'),
    status,
    requestId,
    field: withoutKey(field) || undefined,
  };
  return { error: new InvalidResponseError(withoutKey(reason), facts), repeat: 'never', requestId };
}

/** The failure of a request whose throttle rejected or threw. */
export function throttleFailed(attempt: Attempt, cause: unknown): Failed {
  if (cause instanceof ClockRefusal) return interrupted(attempt, 'not-sent', cause);
  const facts = factsOf(attempt, 'not-sent');
  const message = `${facts.operation}: the throttle failed${circumstances(facts)}`;
  return { error: new MailrigError(message, { ...facts, code: 'THROTTLE_FAILED', cause }), repeat: 'never' };
}

/** Whether the work may be done despite the error: the service failed halfway, or another send with the key still runs. */
function leavesOpen(code: string, status: number): boolean {
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  if (isErrorCode(code)) return errorCodes[code].family === 'server';
  return status === 408 || status >= 500;
}

/** Codes for a connection that was not made: of Undici and Bun, of invalid certificates, and of proxies. */
const connectCode =
  /CERT|^UNABLE_TO_|^UND_ERR_(?:CONNECT_TIMEOUT|PRX|SOCKS5)|^(?:ConnectionRefused|FailedToOpenSocket|EAI_AGAIN|ECONNREFUSED|ENOTFOUND|ERR_PROXY_TUNNEL|HOSTNAME_MISMATCH)$/;

/**
 * Messages of errors without a code or system call: Deno's, node-fetch's, those of proxies, of a port that `fetch`
 * refuses, and of a TLS connection that was not made.
 */
const connectWords =
  /client error \(Connect\)|\b(?:connect|getaddrinfo) E[A-Z]|Proxy (?:response \(\d|Authentication Required|connection ended before)|^(?:bad port$|Bad response: \d|tunneling socket|Socks\d)|before secure TLS connection|wrong version number|unsafe legacy|key too small|unsupported protocol|unrecognized name|alert (?:handshake|protocol)/;

function neverConnected(cause: unknown): boolean {
  const chain = chainOf(cause);
  const several = chain.map(errorsOf).find(({ length }) => length > 0);
  if (several) return several.every(neverConnected);
  if (chain.some((error) => isConnectError(error) || connectWords.test(messageOf(error)))) return true;
  const { code = '', syscall } = systemError(cause);
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return connectCode.test(code);
}

/** Searches the causes too, because Node's fetch wraps the system error. */
function systemError(cause: unknown): { readonly code?: string; readonly syscall?: unknown } {
  for (const error of chainOf(cause)) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string') return { code, syscall: Reflect.get(error, 'syscall') };
  }
  return {};
}

/**
 * An error and its causes, of an aggregate the first of its errors. In Jest, none of them is an `Error` of the test's
 * realm.
 */
function chainOf(cause: unknown): readonly object[] {
  const chain: object[] = [];
  for (let error = cause; typeof error === 'object' && error !== null && chain.length < 10;) {
    chain.push(error);
    error = Reflect.get(error, 'cause') ?? errorsOf(error)[0];
  }
  return chain;
}

/** The errors of an aggregate, such as one for each address of a host. */
function errorsOf(error: object): readonly unknown[] {
  const errors: unknown = Reflect.get(error, 'errors');
  return Array.isArray(errors) ? errors : [];
}

/** The message of an error; of one of OpenSSL the reason alone, without its number and lines of source. */
function messageOf(error: object): string {
  const message: unknown = Reflect.get(error, 'message');
  return typeof message === 'string' ? message.replace(/[\dA-F]+:error:(?:[^:]*:){3}([^:]*)[^]*/, '$1') : '';
}

function wordsOf(cause: unknown, otherwise: string): string {
  const { code } = systemError(cause);
  const messages = typeof cause === 'string' ? [cause] : chainOf(cause).map(messageOf);
  const words = messages.findLast((one) => one !== '') ?? otherwise;
  return code === undefined || words.includes(code) || code === 'UND_ERR_ABORTED'
    ? words
    : `${words} (${code})`;
}

/** A name that no resolver finds is that of a sandbox in this process, or of an example. */
function reservedHint(url: string, cause: unknown): string {
  const { code = '' } = systemError(cause);
  return ['ENOTFOUND', 'EAI_AGAIN'].includes(code) &&
    /^https?:\/\/[^/:]+\.(?:test|example|invalid)(?=[:/])/.test(url)
    ? '; no such host exists outside of tests: for a sandbox in this process, write new Mailrig(sandbox.clientOptions())'
    : '';
}

const originOf = (url: string): string => url.split('/', 3).join('/');
