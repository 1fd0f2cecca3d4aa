import { type FieldErrorDetails, fieldsOf, fillPath, formatTimestamp, isObject } from '@mailrig/contract';
import { plain } from '@mailrig/contract/checking';
import { createAPIError } from '../errors/api-errors.ts';
import { type MailrigError, reasonOf } from '../errors/mailrig-error.ts';
import type { Settings } from '../options/options.ts';
import { idempotencyHeaders } from '../options/request-options.ts';
import { uuid } from '../runtime/time.ts';
import { type CallInput, type Endpoint, isDotSegment, type RefusedField } from '../endpoints/endpoint.ts';
import { deepest, type WireRequest } from './wire-request.ts';

/**
 * Checks the input of a call and builds its request.
 *
 * @param headers Headers of this call, names in lower case.
 * @throws ValidationError if a field is wrong.
 */
export function buildRequest(
  settings: Settings,
  endpoint: Endpoint<unknown>,
  given: CallInput,
  headers: Readonly<Record<string, string>> = {},
): WireRequest {
  const { operation, method } = endpoint;
  const input = checkInput(settings, endpoint, given);
  const built = buildPath(endpoint.path, input.params);
  if ('problem' in built) throw validationError(operation, built.problem);
  const query = queryTexts(input.query);
  if (query.problem) throw validationError(operation, query.problem);
  const copied = copyAsJSON(input.body);
  if ('problem' in copied) throw validationError(operation, copied.problem);
  const key = hasKey(endpoint) ? keyOf(copied.value, headers) : undefined;
  const json = key === undefined ? copied.value : { ...(copied.value as object), idempotencyKey: key };
  const body = json === undefined ? undefined : JSON.stringify(json);
  return {
    operation,
    method,
    path: built.path,
    pathTemplate: endpoint.isLiteral ? undefined : endpoint.path,
    url: `${settings.baseUrl}${built.path}${buildQuery(query.texts)}`,
    headers: {
      ...settings.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headersWith(key, headers),
    },
    body,
    idempotencyKey: key,
  };
}

/**
 * Returns the input in its form on the wire.
 *
 * @throws ValidationError if a field cannot be brought into it, or is wrong, unless the client does not validate.
 */
export function checkInput(settings: Settings, endpoint: Endpoint<unknown>, given: CallInput): CallInput {
  const { many } = endpoint;
  // JavaScript callers of `mail.request` may pass anything.
  const givenBody = fieldsOf(given)['body'];
  const body = plain(givenBody);
  const one = many && (many.field === undefined ? body : fieldsOf(body)[many.field]);
  if (many && Array.isArray(one)) {
    const kind = many.field === undefined ? 'an object' : 'a string';
    const message = `must be ${kind}, not an array: for many, call ${many.method}`;
    throw validationError(endpoint.operation, { field: many.field ?? '', message });
  }
  const prepared = endpoint.prepare?.(body) ?? { body, invalid: [] };
  if (prepared.invalid.length > 0) throw validationError(endpoint.operation, ...prepared.invalid);
  const input = prepared.body === givenBody ? given : { ...given, body: prepared.body };
  if (!settings.validate) return input;
  const unknown = settings.unknownFields === 'allow' ? [] : endpoint.unknownFields(input);
  // A misspelt field often explains the mistakes after it.
  const invalid = [
    ...unknown,
    ...endpoint.invalidFields(input),
    ...(hasKey(endpoint) ? checkKey(input.body) : []),
  ];
  if (invalid.length > 0) throw validationError(endpoint.operation, ...invalid);
  return input;
}

const hasKey = ({ retry }: Endpoint<unknown>): boolean => retry === 'with-idempotency-key';

/** The error of a request that the client stops before sending it. It has the form of the service's own (A21). */
export function validationError(operation: string, ...fields: readonly RefusedField[]): MailrigError {
  const [first] = fields;
  const more = fields.length - 1;
  const details: FieldErrorDetails = {
    ...(first && { field: first.field, ...(first.value !== undefined && { value: shorten(first.value) }) }),
    errors: fields.map(({ field, message }) => ({ field, message })),
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

/**
 * The idempotency key of a send, the caller's or a new one, so that a retry cannot send twice. A body that is not an
 * object gets none; the service refuses it anyway.
 */
function keyOf(body: unknown, headers: Readonly<Record<string, string>>): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const key: unknown = Reflect.get(body, 'idempotencyKey');
  const [header, otherHeader] = idempotencyHeaders;
  return typeof key === 'string' ? key : headers[header] || headers[otherHeader] || uuid();
}

/** The headers of a request: the key is in `X-Idempotency-Key` alone, and only if it is visible ASCII (A41). */
function headersWith(
  key: string | undefined,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (key === undefined) return given;
  const [header, otherHeader] = idempotencyHeaders;
  const { [header]: _own, [otherHeader]: _other, ...headers } = given;
  return /^[\x21-\x7e]+$/.test(key) ? { ...headers, [header]: key } : headers;
}

/** Refuses control characters (A41). The contract checks the length. */
function checkKey(body: unknown): readonly RefusedField[] {
  const key: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'idempotencyKey');
  if (typeof key !== 'string' || !/\p{Cc}/u.test(key)) return [];
  return [{ field: 'idempotencyKey', message: 'must not contain control characters', value: key }];
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.length > echoLength ? value.slice(0, echoLength) : value;
}

const echoLength = 256;

/**
 * Fills the `{parameters}` of a path, percent-encoded.
 *
 * Refuses values that would change the path: an empty one, and `.` and `..`, which URLs collapse even when encoded.
 */
export function buildPath(
  template: string,
  params: Readonly<Record<string, unknown>> = {},
): { readonly path: string } | { readonly problem: RefusedField } {
  let problem: RefusedField | undefined;
  const path = fillPath(template, (field) => {
    const value = params[field];
    const message = problemOfSegment(value);
    if (message === undefined) return encodeURIComponent(String(value));
    problem ??= { field, message, value };
    return '';
  });
  return problem ? { problem } : { path };
}

/** A query with texts as values, without those that are `undefined` or `null`. A `Date` becomes ISO 8601. */
function queryTexts(query: object = {}): {
  readonly texts: [string, string][];
  readonly problem?: RefusedField;
} {
  const texts: [string, string][] = [];
  if (!isObject(query)) {
    const message = 'must be an object such as { page: 2 }';
    return { texts, problem: { field: 'query', message, value: undefined } };
  }
  // JavaScript callers may pass a `Map` or `URLSearchParams`, whose entries are not properties.
  const entries = Symbol.iterator in query ? query : Object.entries(plain(query));
  for (const [field, value] of entries as Iterable<[string, unknown]>) {
    if (value === undefined || value === null) continue;
    const parts = (Array.isArray(value) ? value : [value]).map(queryText);
    if (parts.includes(undefined)) {
      const message = 'must be a text, a finite number, a boolean or a valid date';
      return {
        texts,
        problem: { field, message: `${message}: write a date with toISOString()`, value: undefined },
      };
    }
    texts.push([field, parts.join(',')]);
  }
  return { texts };
}

function queryText(value: unknown): string | undefined {
  const isDate = Object.prototype.toString.call(value) === '[object Date]';
  if (isDate || typeof value === 'number') {
    if (!Number.isFinite(Number(value))) return undefined;
    return isDate ? formatTimestamp(Number(value)) : String(value);
  }
  return ['string', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
}

/** Writes a query as `?…`. Empty if it has no values. */
function buildQuery(texts: [string, string][]): string {
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
}

function problemOfSegment(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is required';
  if (typeof value !== 'string') return `must be a string${Array.isArray(value) ? ', not an array' : ''}`;
  if (isDotSegment(value)) return "must not be '.' or '..'";
  return value.isWellFormed() ? undefined : 'must be well-formed text';
}

/** A copy of a value as JSON, or the first field that JSON cannot hold. */
type Copied = { readonly value: unknown } | { readonly problem: RefusedField };

/**
 * Copies a value as JSON, so that every attempt of a call sends the same data.
 *
 * `JSON.stringify` silently turns `NaN` into `null` and drops functions. This reports them as problems that
 * name the field. Members that are `undefined` are left out, as usual.
 */
function copyAsJSON(value: unknown): Copied {
  try {
    const copier = new JSONCopier();
    const copied = copier.copy(value, '', 0);
    return copier.problem ? { problem: copier.problem } : { value: copied };
  } catch (error) {
    const message = `cannot be written as JSON${reasonOf(error)}`;
    return { problem: { field: '', message, value: undefined } };
  }
}

class JSONCopier {
  /** The first problem that was found. */
  problem: RefusedField | undefined;

  /** @param depth How deep the value is nested. */
  copy(found: unknown, field: string, depth: number): unknown {
    // A cycle with two ways back to itself would otherwise be followed 2^100 times.
    if (this.problem) return undefined;
    switch (typeof found) {
      case 'number':
        return Number.isFinite(found)
          ? found
          : this.#refuse(field, `must be a finite number, not ${found}`, String(found));
      case 'bigint':
        return this.#refuse(field, 'must be a number or a string: JSON has no bigint', String(found));
      case 'function':
      case 'symbol':
        return this.#refuse(field, `must be data that JSON can hold, not a ${typeof found}`);
      case 'object':
        return found === null ? null : this.#copyObject(found, field, depth);
      default:
        return found;
    }
  }

  #copyObject(found: object, field: string, depth: number): unknown {
    if (depth > deepest) {
      return this.#refuse(field, `must not be nested more than ${deepest} levels deep`);
    }
    const toJSON: unknown = Reflect.get(found, 'toJSON');
    if (typeof toJSON === 'function') {
      const json: unknown = Reflect.apply(toJSON, found, []);
      return json === null
        ? this.#refuse(field, 'must not be an invalid date')
        : this.copy(json, field, depth + 1);
    }
    if (Array.isArray(found)) {
      return Array.from(found, (item: unknown, index) =>
        item === undefined
          ? this.#refuse(`${field}[${index}]`, 'is required')
          : this.copy(item, `${field}[${index}]`, depth + 1),
      );
    }
    const kind = Object.prototype.toString.call(found).slice('[object '.length, -1);
    if (['String', 'Number', 'Boolean'].includes(kind)) return this.copy(found.valueOf(), field, depth + 1);
    if (kind !== 'Object' && (ArrayBuffer.isView(found) || Object.keys(found).length === 0)) {
      return this.#refuse(field, `must be a plain object or an array: JSON cannot hold the type ${kind}`);
    }
    const members: [string, unknown][] = Object.entries(plain(found));
    const present = members.filter(([, member]) => member !== undefined);
    // In place, because every send copies its body.
    for (const member of present) {
      const [key, value] = member;
      member[1] = this.copy(value, field === '' ? key : `${field}.${key}`, depth + 1);
    }
    return Object.fromEntries(present);
  }

  #refuse(field: string, message: string, value?: unknown): undefined {
    this.problem ??= { field, message, value };
  }
}
