import { errorCodeIn, fieldsOf, payloadOf, textAt } from '@mailrig/contract';
import type { Settings } from '../options/options.ts';
import { readRateLimit, readRetryAfter } from '../runtime/rate-limit.ts';
import { type Call, isSuccess, type Refusal } from './call.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { refused, unreadable } from './failures.ts';
import { deepest } from './wire-request.ts';

/** Makes the reader of API responses: it opens the envelope (A5 to A7), checks the payload and converts it for the caller. */
export function apiReader<T>({ withoutKey, time }: Settings, endpoint: Endpoint<T>): Call<T>['read'] {
  return (response, text, attempt) => {
    const { status, headers } = response;
    const parsed = parse(text);
    const isRefusal = !isSuccess(response) || fieldsOf(parsed)['success'] === false;
    const problem =
      parsed === invalidJSON
        ? `the response is not JSON: ${snippet(withoutKey(text))}`
        : dropNulls(parsed, isRefusal || endpoint.keepNulls)
          ? undefined
          : `the response is nested more than ${deepest} levels deep`;
    const { meta } = problem === undefined ? fieldsOf(parsed) : {};
    const id = textAt(meta, 'requestId') ?? headers.get('x-request-id');
    const requestId = id ? withoutKey(id) : undefined;
    if (problem !== undefined && isSuccess(response)) {
      return unreadable(attempt, { reason: problem, status, requestId });
    }
    if (isRefusal) {
      const withKey =
        problem === undefined ? readRefusal(response, parsed) : unstructured(response, withoutKey(text));
      const refusal = removeKey(withKey, withoutKey) as Refusal;
      const mayBeDone = attempt.earlier === 'unknown' || attempt.earlier === 'succeeded';
      if (!mayBeDone || refusal.code === undefined || refusal.code !== endpoint.doneBefore) {
        const asked = readRetryAfter(headers, status === 429, time);
        return refused(attempt, response, { ...refusal, requestId, asked });
      }
    }
    const body = isRefusal ? undefined : parsed;
    const payload = payloadOf(body);
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
        response,
        requestId,
        get rateLimit() {
          return readRateLimit(headers);
        },
      },
    };
  };
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
    // A program may have extended `Object.prototype`.
    if (!Object.hasOwn(members, name)) continue;
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

function readRefusal(response: Response, body: unknown): Refusal {
  const { error, details } = fieldsOf(body);
  return {
    // Some services signal the rate limit by the status alone (A26).
    code: errorCodeIn(body) ?? (response.status === 429 ? 'RATE_LIMIT_EXCEEDED' : undefined),
    message:
      textAt(error, 'message') ?? textAt(body, 'error') ?? textAt(body, 'message') ?? statusText(response),
    details: object(fieldsOf(error)['details']) ?? object(details),
  };
}

/** @param text Without the key, because a snippet could cut it in two. */
function unstructured(response: Response, text: string): Refusal {
  return { code: undefined, message: [statusText(response), snippet(text)].filter(Boolean).join(': ') };
}

const invalidJSON = Symbol('invalid JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    // Look-alikes of a Response leave the byte order mark in the text.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
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
  if (location) return `the service redirects to ${location}; is the base URL right?`;
  return statusText || (status === 0 ? 'the service redirects; is the base URL right?' : `status ${status}`);
}

function object(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
