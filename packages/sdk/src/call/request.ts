import type { FieldErrorDetails } from '@mailrig/contract';
import { createAPIError } from '../errors/families.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import type { Settings } from '../options.ts';
import type { CallInput, Endpoint, Finding } from './endpoint.ts';
import { findingsOfKey, withIdempotencyKey } from './idempotency.ts';
import { buildPath, buildQuery } from './path.ts';

/** A request as it goes over the wire, the same on every attempt. */
export interface WireRequest {
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without query. */
  readonly path: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A function makes a stream anew for each attempt. */
  readonly body: string | Blob | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>) | undefined;
  readonly idempotencyKey: string | undefined;
}

/**
 * Checks what the caller gave, and makes a request of it.
 *
 * @param headers The call's own headers, names in lower case.
 * @throws ValidationError where a field is wrong.
 */
export function buildRequest(
  settings: Settings,
  endpoint: Endpoint<unknown>,
  input: CallInput,
  headers: Readonly<Record<string, string>>,
): WireRequest {
  const { operation, method } = endpoint;
  const keyed = endpoint.retry === 'with-idempotency-key';
  if (settings.validate) {
    const findings = [...endpoint.findings(input), ...(keyed ? findingsOfKey(input.body) : [])];
    if (findings.length > 0) throw validationError(operation, findings);
  }
  const built = buildPath(endpoint.path, input.params);
  if ('problem' in built) throw validationError(operation, [built.problem]);
  const own = { ...settings.headers, ...headers };
  const keyedRequest = keyed ? withIdempotencyKey(input.body, own) : undefined;
  const body = toJSON(operation, keyedRequest ? keyedRequest.body : input.body);
  return {
    operation,
    method,
    path: built.path,
    url: `${settings.baseUrl}${built.path}${buildQuery(input.query)}`,
    headers:
      body === undefined ? own : { ...(keyedRequest?.headers ?? own), 'content-type': 'application/json' },
    body,
    idempotencyKey: keyedRequest?.key,
  };
}

/** The error of a request that is stopped before it leaves; it looks as the service's own does (decision A21). */
export function validationError(operation: string, findings: readonly Finding[]): MailrigError {
  const [first] = findings;
  const more = findings.length - 1;
  const details: FieldErrorDetails = {
    ...(first && { field: first.field, ...(first.value !== undefined && { value: shorten(first.value) }) }),
    errors: findings.map(({ field, message }) => ({ field, message })),
  };
  const words = first ? `${first.field || 'the request'} ${first.message}` : 'the request is not valid';
  return createAPIError({
    operation,
    code: first?.code ?? 'VALIDATION_ERROR',
    reason: more > 0 ? `${words} (and ${more} more)` : words,
    outcome: 'not-sent',
    details,
  });
}

function toJSON(operation: string, body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : 'it is not data';
    throw validationError(operation, [
      { field: '', message: `cannot be written as JSON: ${reason}`, value: undefined },
    ]);
  }
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.length > echoLength ? value.slice(0, echoLength) : value;
}

const echoLength = 256;
