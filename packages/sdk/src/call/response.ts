import { fieldsOf } from '@mailrig/contract';
import type { Settings } from '../options/options.ts';
import { readRateLimit, readRetryAfter } from '../runtime/rate-limit.ts';
import { type Call, isSuccess, type Refusal } from './call.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { refused, unreadable } from './failures.ts';
import { deepest } from './wire-request.ts';

/** Makes the reader of API responses: it opens the envelope, checks the payload and converts it for the caller. */
export function apiReader<T>({ withoutKey }: Settings, endpoint: Endpoint<T>): Call<T>['read'] {
  return (response, text, attempt) => {
    const { status, headers } = response;
    const envelope = openEnvelope(response, text, { keepNulls: endpoint.keepNulls, withoutKey });
    const { requestId } = envelope;
    if ('problem' in envelope) return unreadable(attempt, { reason: envelope.problem, status, requestId });
    if ('refusal' in envelope) {
      const { refusal } = envelope;
      const mayBeDone = attempt.earlier === 'unknown' || attempt.earlier === 'succeeded';
      if (!mayBeDone || refusal.code === undefined || refusal.code !== endpoint.doneBefore) {
        return refused(attempt, response, {
          ...refusal,
          requestId,
          wait: readRetryAfter(headers, status === 429),
        });
      }
    }
    const { payload, body } = 'body' in envelope ? envelope : { payload: undefined, body: undefined };
    const reading = endpoint.read(payload, body);
    if (!reading.ok) {
      const { field, message } = reading.error;
      const reason =
        payload === undefined
          ? 'the response has no payload'
          : `the response is not as documented: ${field || 'data'} ${message}`;
      return unreadable(attempt, { reason, field, status, requestId });
    }
    return {
      done: {
        data: reading.value,
        raw: body,
        response: response,
        requestId,
        get rateLimit() {
          return readRateLimit(headers);
        },
      },
    };
  };
}

/** The content of a response, without its envelope (A5 to A7): a payload, a refusal, or why it has neither. */
type Envelope = { readonly requestId: string | undefined } & (
  | { readonly payload: unknown; readonly body: unknown }
  | { readonly refusal: Refusal }
  | { readonly problem: string }
);

interface EnvelopeOptions {
  /** Whether `null` differs from absent (A16). */
  readonly keepNulls: boolean | undefined;
  /** Removes the API key from text for errors and logs. */
  readonly withoutKey: (text: string) => string;
}

function openEnvelope(
  response: Response,
  text: string,
  { keepNulls, withoutKey }: EnvelopeOptions,
): Envelope {
  const headerId = nonEmpty(withoutKey(response.headers.get('x-request-id') ?? ''));
  const otherwise = (problem: string): Envelope =>
    isSuccess(response)
      ? { problem, requestId: headerId }
      : { refusal: unstructured(response, text, withoutKey), requestId: headerId };
  const body = parse(text);
  if (body === invalidJSON) return otherwise(`the response is not JSON: ${snippet(withoutKey(text))}`);
  const { success } = fieldsOf(body);
  const isRefusal = !isSuccess(response) || success === false;
  if (!dropNulls(body, isRefusal || keepNulls)) {
    return otherwise(`the response is nested more than ${deepest} levels deep`);
  }
  const { data, meta } = fieldsOf(body);
  const givenId = nonEmpty(fieldsOf(meta)['requestId']);
  const requestId = givenId === undefined ? headerId : withoutKey(givenId);
  if (isRefusal) return { refusal: readRefusal(response, body, withoutKey), requestId };
  return { payload: typeof success === 'boolean' ? data : body, body, requestId };
}

/**
 * Treats `null` as absent (A16), but not in arrays: there it has a position.
 *
 * @param keepNulls Whether to change nothing.
 * @returns False if the value is nested more than `levels` deep.
 */
function dropNulls(value: unknown, keepNulls = false, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => dropNulls(item, keepNulls, levels - 1));
  const members = value as Record<string, unknown>;
  // Unlike `Object.keys`, it makes no array.
  for (const name in members) {
    const member = members[name];
    if (member === null && !keepNulls) delete members[name];
    else if (!dropNulls(member, keepNulls, levels - 1)) return false;
  }
  return true;
}

/** A copy without the API key in any text or name, however the JSON wrote it. */
function removeKey(value: unknown, withoutKey: (text: string) => string): unknown {
  if (typeof value === 'string') return withoutKey(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => removeKey(item, withoutKey));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutKey(name), removeKey(member, withoutKey)]),
  );
}

function readRefusal(response: Response, body: unknown, withoutKey: (text: string) => string): Refusal {
  const { error, code, message, details } = fieldsOf(body);
  const inner = fieldsOf(error);
  const given = nonEmpty(inner['code']) ?? nonEmpty(code);
  return {
    // Some services signal the rate limit by the status alone (A26).
    code: given ? withoutKey(given) : response.status === 429 ? 'RATE_LIMIT_EXCEEDED' : undefined,
    message: withoutKey(
      nonEmpty(inner['message']) ?? nonEmpty(error) ?? nonEmpty(message) ?? statusText(response),
    ),
    details: object(removeKey(object(inner['details']) ?? details, withoutKey)),
  };
}

function unstructured(response: Response, text: string, withoutKey: (text: string) => string): Refusal {
  // The key goes first, because a snippet could cut it in two.
  const said = [statusText(response), snippet(withoutKey(text))].filter(Boolean).join(': ');
  return { code: undefined, message: withoutKey(said) };
}

const invalidJSON = Symbol('invalid JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return invalidJSON;
  }
}

const snippetLength = 200;

function snippet(text: string): string {
  const line = text
    .slice(0, 4 * snippetLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > snippetLength ? `${line.slice(0, snippetLength)}…` : line;
}

function statusText({ status, statusText, headers }: Response): string {
  const location = headers.get('location');
  if (location !== null) return `the service redirects to ${location}; is the base URL right?`;
  return statusText || (status === 0 ? 'the service redirects; is the base URL right?' : `status ${status}`);
}

function object(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
