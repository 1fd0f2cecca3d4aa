import {
  type ErrorCode,
  errorCodes,
  errorMeanings,
  isErrorCode,
  parseTimestamp,
  type WireOptions,
} from '@mailrig/contract';
import { httpDate } from '../kernel/clock.ts';
import { sleep } from '../kernel/timers.ts';
import type { FaultEffect, FaultRule } from '../state/fault-rule.ts';
import type { Store } from '../state/store.ts';
import {
  type SandboxResponse,
  type ResponseMeta,
  bodiless,
  jsonHeaders,
  refusalResponse,
} from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import { storageRefusal } from '../wire/xml.ts';
import type { ExchangeResult } from './exchange-result.ts';

/** The fault rule for this call: the oldest match with nothing left to skip. Older ones that skip count the call. */
export function takeFault(store: Store, operation: string, accountId: string): FaultRule | undefined {
  for (const rule of store.faults.all()) {
    if (rule.operation !== undefined && rule.operation !== operation) continue;
    if (rule.accountId !== undefined && rule.accountId !== accountId) continue;
    if (rule.skip > 0) {
      store.faults.replace({ ...rule, skip: rule.skip - 1 });
      continue;
    }
    if (rule.times === 1) store.faults.delete(rule.id);
    else if (rule.times !== undefined) store.faults.replace({ ...rule, times: rule.times - 1 });
    return rule;
  }
  return undefined;
}

/** Makes the error response that a fault asks for, in the format of the API or of the storage. */
export type MakeUp = (effect: FaultEffect, status: number) => SandboxResponse;

/** A fault, and what is needed to apply it to a request. */
interface AppliedFault {
  readonly effect: FaultEffect;
  readonly makeUp: MakeUp;
  /** The time of the sandbox. */
  readonly now: number;
}

/** Applies a fault to the real response, or makes up a response if there is none. */
export async function applyFault(
  fault: AppliedFault,
  response: SandboxResponse | undefined,
  signal: AbortSignal | undefined,
): Promise<ExchangeResult | undefined> {
  const { effect } = fault;
  if (effect.delay !== undefined) await sleep(effect.delay, signal);
  if (effect.network && effect.network !== 'cut') return { network: effect.network };
  const faulty = faultyResponse(fault, response);
  if (effect.network !== 'cut' || !faulty) return faulty;
  // Without a body, only the response itself can be lost.
  return faulty.body === null || faulty.body === ''
    ? { network: 'drop' }
    : { network: 'cut', response: faulty };
}

function faultyResponse(
  { effect, makeUp, now }: AppliedFault,
  response: SandboxResponse | undefined,
): SandboxResponse | undefined {
  const status = statusIn(effect);
  const base = status === undefined ? response : makeUp(effect, status);
  if (base) return mangle(effect, base, now);
  return effect.body === undefined ? undefined : mangle(effect, makeUp(effect, 200), now);
}

/** The status of the made-up response; the default one of the code if only that is given. */
function statusIn({ status, code }: FaultEffect): number | undefined {
  return status ?? (code !== undefined && isErrorCode(code) ? errorCodes[code].status : undefined);
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  402: 'INSUFFICIENT_CREDITS',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'IDEMPOTENCY_IN_PROGRESS',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'SERVICE_UNAVAILABLE',
};

/** Makes up errors in the format of the API, with the headers of their status. `allow` is that of a 405. */
export function apiRefusals(options: WireOptions, meta: ResponseMeta, allow: string): MakeUp {
  const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow },
    413: { connection: 'close' },
    429: { 'retry-after': String(madeUpWait) },
  };
  return (effect, status) => {
    const known = effect.code !== undefined && isErrorCode(effect.code) ? effect.code : undefined;
    const code = known ?? codeByStatus[status] ?? 'INTERNAL_ERROR';
    const refusal = new Refusal(code, effect.message ?? errorMeanings[code], undefined, headersOf[status]);
    const response = refusalResponse(refusal, options, meta);
    if (known !== undefined || effect.code === undefined) return { ...response, status };
    const body = JSON.parse(String(response.body)) as { readonly error: object };
    return {
      ...response,
      status,
      body: JSON.stringify({ ...body, error: { ...body.error, code: effect.code } }),
    };
  };
}

/** Seconds that a made-up 429 asks to wait: few, so that a test of a retry is short. */
const madeUpWait = 1;

/**
 * When the window of a made-up 429 ends: at the time in its `Retry-After`. `undefined` for any other response, and if
 * the fault sets that header itself.
 */
export function madeUpReset(effect: FaultEffect, status: number, now: number): number | undefined {
  const { code, retryAfter = madeUpWait, headers = {} } = effect;
  if (status !== 429 || code === 'TOO_MANY_BATCHES' || 'retry-after' in lowerCase(headers)) return undefined;
  return endOf(retryAfter, now);
}

const storageCodes: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'EntityTooLarge',
  429: 'SlowDown',
  503: 'SlowDown',
  507: 'InsufficientStorage',
};

const storageHeaders: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  405: { allow: 'PUT' },
  413: { connection: 'close' },
};

/** Makes up errors in the format of object stores, with the headers that a real one of their status has (A73). */
export function storageRefusals({ requestId }: ResponseMeta): MakeUp {
  return ({ code, message = 'The upload failed.' }, status) => {
    const name = code ?? storageCodes[status] ?? 'InternalError';
    return storageRefusal(status, name, message, requestId, storageHeaders[status]);
  };
}

function mangle(effect: FaultEffect, response: SandboxResponse, now: number): SandboxResponse {
  const headers = {
    ...response.headers,
    ...(effect.retryAfter !== undefined && { 'retry-after': retryAfter(effect.retryAfter, now) }),
    ...lowerCase(effect.headers ?? {}),
  };
  const text = typeof response.body === 'string' ? response.body : '';
  const replaced = replacements[effect.body ?? '']?.(text, response.status);
  if (!replaced) return { ...response, headers, body: bodiless.has(response.status) ? null : response.body };
  const { type, body } = replaced;
  if (body === '' && bodiless.has(response.status)) return { ...response, headers, body: null };
  return {
    // A status without a body would contradict the new body.
    status: bodiless.has(response.status) ? 200 : response.status,
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    body,
  };
}

const json = jsonHeaders['content-type'];

/** How each kind of body replaces the real one. */
const replacements: Readonly<
  Record<
    string,
    (text: string, status: number) => { readonly type?: string | undefined; readonly body: string }
  >
> = {
  html: (_text, status) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  }),
  text: () => ({ type: 'text/plain; charset=utf-8', body: 'upstream error' }),
  empty: () => ({ body: '' }),
  truncated: (text) => ({ body: text.slice(0, text.length >> 1) }),
  bare: (text) => ({ type: json, body: JSON.stringify({ error: errorIn(text) }) }),
  'success-false': (text) => ({
    type: json,
    body: JSON.stringify({ success: false, error: errorIn(text), meta: parsed(text)['meta'] }),
  }),
};

const unknownError = { code: 'INTERNAL_ERROR', message: errorMeanings.INTERNAL_ERROR };

/** Code and message of an error body; those of an internal error if it is something else. */
function errorIn(text: string): object {
  const { error } = parsed(text) as {
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  return error ? { code: error.code, message: error.message } : unknownError;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  // An object store answers in XML, and some responses have no body.
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function retryAfter(value: number | string, now: number): string {
  return typeof value === 'number' ? String(value) : httpDate(endOf(value, now));
}

/** The time that a `Retry-After` names. Milliseconds since 1970-01-01T00:00:00Z. */
function endOf(value: number | string, now: number): number {
  if (typeof value === 'number') return now + value * 1_000;
  return value === 'date' ? now + 1_000 : (parseTimestamp(value) ?? now);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
