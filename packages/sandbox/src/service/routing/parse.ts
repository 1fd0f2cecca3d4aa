import { check, fieldPath, integerParameters, parseMailbox } from '@mailrig/contract';
import type * as z from 'zod/mini';
import type { HeaderSource } from '../rules/context.ts';
import { fieldRefusal, fieldsRefusal, Refusal } from '../wire/refusal.ts';
import type { Body } from './request.ts';

/** Maximum nesting of a body. */
const deepest = 100;
const positiveInteger = /^[1-9]\d{0,8}$/;
const jsonType = /^application\/(?:[\w.+-]+\+)?json$/;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The only character encodings of a body; ASCII is a part of UTF-8 (A134). */
const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Refuses a compressed body, because nothing unpacks it, and any charset but UTF-8 (A134). */
export function checkEncoding(headers: HeaderSource): void {
  const encoding = headers.get('content-encoding');
  const isCompressed = encoding
    ?.split(',')
    .some((one) => !['', 'identity'].includes(one.trim().toLowerCase()));
  if (isCompressed) {
    throw unsupported(`Content-Encoding ${encoding} is not supported: send the body without compression`);
  }
  const type = headers.get('content-type') ?? '';
  if (!type.includes(';')) return;
  const [, ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map(charsetIn).find(Boolean);
  if (charset === undefined || charsets.has(charset)) return;
  throw unsupported(`charset=${charset} is not supported: send the body in UTF-8`);
}

/** Refuses a media type other than JSON; none at all is fine (A13). */
export function checkMediaType(headers: HeaderSource): void {
  const type = headers.get('content-type') ?? '';
  if (type === 'application/json') return;
  const [essence = ''] = type.toLowerCase().split(';', 1);
  if (type === '' || jsonType.test(essence.trim())) return;
  throw unsupported('Send the body as Content-Type: application/json');
}

const unsupported = (message: string): Refusal => new Refusal('UNSUPPORTED_MEDIA_TYPE', message);

function charsetIn(parameter: string): string | undefined {
  const [name = ''] = parameter.split('=', 1);
  if (name.trim() !== 'charset') return undefined;
  return parameter
    .slice(name.length + 1)
    .trim()
    .replaceAll(/["']/g, '')
    .trim();
}

const notUTF8 = 'The body is not in UTF-8';

function decoded(body: Exclude<Body, string | undefined>): string {
  try {
    return decoder.decode(body);
  } catch {
    throw bodyRefusal('invalid_json', notUTF8);
  }
}

/** Parses the JSON object in a body, which has at most so many levels (A12). */
export function parseBody(body: Exclude<Body, undefined>, levels: number = deepest): object {
  if (body.length === 0) throw bodyRefusal('body_required', 'A JSON body is required');
  const text = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : decoded(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bodyRefusal('invalid_json', text.includes('\0') ? notUTF8 : 'The body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bodyRefusal('invalid_json', 'The body must be a JSON object');
  }
  checkMembers(value, [], levels);
  return value;
}

/** The parameters of a query. A repeated one becomes an array, which every schema refuses. */
export function parseQuery(query: string): object {
  if (query === '') return {};
  const values = new Map<string, string | number | string[]>();
  // The same parameters, with each + as it came.
  const asWritten = [...new URLSearchParams(query.replaceAll('+', '%2B'))];
  for (const [index, [name, read]] of [...new URLSearchParams(query)].entries()) {
    const text = meantBy(name, read, asWritten[index]?.[1] ?? read);
    const before = values.get(name);
    if (before !== undefined)
      values.set(name, [...(Array.isArray(before) ? before : [String(before)]), text]);
    else
      values.set(name, integerParameters.includes(name) && positiveInteger.test(text) ? Number(text) : text);
  }
  return Object.fromEntries(values);
}

const addressParameters: ReadonlySet<string> = new Set(['to', 'from', 'email']);

/**
 * The value of a parameter. A query reads `+` as a blank, but people write addresses that have one, such as
 * `grace+test@example.org`, as they are. A `Refusal` if it is an address neither way: it might then match nothing.
 */
function meantBy(name: string, read: string, written: string): string {
  if (read === written) return read;
  if (name === 'q') return searchMeantBy(read, written);
  if (!addressParameters.has(name) || parseMailbox(read)) return read;
  if (parseMailbox(written)) return written;
  throw fieldRefusal(
    'VALIDATION_ERROR',
    name,
    'has a + that a query reads as a blank: write %2B for a plus sign, %20 for a blank',
  );
}

/** A search, in which each `+` is a blank unless it is in an address after `to:` or `from:`. */
function searchMeantBy(read: string, written: string): string {
  let meant = read;
  for (const { 1: value = '', 0: all, index } of written.matchAll(/\b(?:to|from):"?([^\s"]+)/gi)) {
    const end = index + all.length;
    if (parseMailbox(value)) meant = meant.slice(0, end - value.length) + value + meant.slice(end);
  }
  return meant;
}

/** Checks a value against its schema; unknown members are dropped (A15). */
export function validate<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const checked = check(schema, value);
  if (!checked.ok) throw fieldsRefusal('VALIDATION_ERROR', checked.errors);
  return checked.value;
}

/** Refuses values that nest too deep, and numbers such as 1e400, which JSON allows but a `number` cannot hold. */
function checkMembers(value: object, path: PropertyKey[], levels: number): void {
  if (path.length >= levels) {
    throw bodyRefusal('invalid_json', `The body nests deeper than ${levels} levels`);
  }
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member === 'object' && member !== null) {
      path.push(isList ? Number(key) : key);
      checkMembers(member, path, levels);
      path.pop();
    } else if (typeof member === 'number' && !Number.isFinite(member)) {
      const field = fieldPath([...path, isList ? Number(key) : key]);
      // The value of a custom field of a contact has a code of its own (R147).
      const code = /^customFields\.[^.]+$/.test(field) ? 'INVALID_CUSTOM_FIELD' : 'VALIDATION_ERROR';
      throw fieldRefusal(code, field, 'must be a number that is not larger than 1.8e308');
    }
  }
}

function bodyRefusal(reason: string, message: string): Refusal {
  return new Refusal('VALIDATION_ERROR', message, { reason });
}
