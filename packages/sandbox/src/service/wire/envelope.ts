import { errorCodes, formatTimestamp, operations, type WireOptions } from '@mailrig/contract';
import { httpDate } from '../kernel/clock.ts';
import { redactKeys, withoutKeys } from './redact.ts';
import type { Refusal } from './refusal.ts';

/** The content of the envelope. */
export interface Payload {
  /** `data` of the envelope. */
  readonly data: unknown;
  /** Members next to `data`: the pagination under `pageContainer: 'bare'`. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** Facts for the `meta` of a response. */
export interface ResponseMeta {
  readonly now: number;
  readonly requestId: string;
  /** Request path as it came, without query and trailing slash (A9). */
  readonly path: string;
}

/** Status, headers and body of a response, before a mount turns it into its own kind of response. */
export interface SandboxResponse {
  /** HTTP status. */
  readonly status: number;
  /** Its headers; their names ignore case. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` if there is no body. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** The headers of every response. */
export function metaHeaders({ now, requestId }: ResponseMeta): Readonly<Record<string, string>> {
  return { date: httpDate(now), 'x-request-id': requestId };
}

/** Statuses whose responses have no body. */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
};

/** The body of a successful response (R3). `now` is later than its request if the body took time. */
export function successBody({ data, beside }: Payload, meta: ResponseMeta, now: number): string {
  return JSON.stringify({ success: true, data, ...beside, meta: metaOf(meta, now) });
}

/** An error response in the shape that the wire options choose. */
export function refusalResponse(refusal: Refusal, options: WireOptions, meta: ResponseMeta): SandboxResponse {
  const { code } = refusal;
  // Both may repeat input, which may contain a misplaced key.
  const message = redactKeys(refusal.message);
  const details = refusal.details && withoutKeys(refusal.details);
  const row = errorCodes[code];
  const isSemantic = options.sendErrorStatus === 'semantic' && meta.path === operations.sendEmail.path;
  const status = (isSemantic && row.semanticStatus) || row.status;
  const headers = {
    ...jsonHeaders,
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...refusal.headers,
  };
  if (status === 401 && options.authError === 'bare') {
    return { status, headers, body: JSON.stringify({ error: { code, message } }) };
  }
  const codeless = code === 'RATE_LIMIT_EXCEEDED' && options.rateLimitCode === 'absent';
  const error = { ...(!codeless && { code }), message, ...(details && { details }) };
  return { status, headers, body: JSON.stringify({ success: false, error, meta: metaOf(meta) }) };
}

function metaOf({ now: arrived, requestId, path }: ResponseMeta, now = arrived) {
  return { timestamp: formatTimestamp(now), requestId, path };
}
