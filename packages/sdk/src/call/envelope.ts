import type { Refusal } from './call.ts';
import { fieldsOf } from './fields.ts';

/** The content of a response, taken out of its envelope (A5 to A7). */
export type Envelope =
  | {
      readonly kind: 'payload';
      readonly payload: unknown;
      readonly body: unknown;
      readonly requestId: string | undefined;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly requestId: string | undefined }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly requestId: string | undefined };

/** Levels of arrays and objects that a response may have. Documented ones have five. */
const deepest = 100;
const snippetLength = 200;

/**
 * Reads the body of a response: its payload, its error, or why it has neither.
 *
 * @param keepNulls Whether `null` differs from absent (A16).
 * @param withoutKey Removes the API key from text that ends up in errors and logs.
 */
export function openEnvelope(
  answer: Response,
  text: string,
  keepNulls: boolean,
  withoutKey: (text: string) => string,
): Envelope {
  const headerId = nonEmpty(withoutKey(answer.headers.get('x-request-id') ?? ''));
  const unreadable = (reason: string): Envelope =>
    answer.ok
      ? { kind: 'unreadable', reason, requestId: headerId }
      : { kind: 'refusal', refusal: unstructured(answer, text, withoutKey), requestId: headerId };
  const parsed = parse(text);
  if (parsed === invalidJSON) return unreadable(`the response is not JSON: ${snippet(withoutKey(text))}`);
  if (isDeeperThan(deepest, parsed))
    return unreadable(`the response is nested more than ${deepest} levels deep`);
  const body = keepNulls || !text.includes('null') ? parsed : withoutNulls(parsed);
  const { success, data, meta } = fieldsOf(body);
  const givenId = nonEmpty(fieldsOf(meta)['requestId']);
  const requestId = givenId === undefined ? headerId : withoutKey(givenId);
  if (!answer.ok || success === false) {
    return { kind: 'refusal', refusal: readRefusal(answer, parsed, withoutKey), requestId };
  }
  return { kind: 'payload', payload: typeof success === 'boolean' ? data : body, body, requestId };
}

function readRefusal(answer: Response, body: unknown, withoutKey: (text: string) => string): Refusal {
  const { error, code, message, details } = fieldsOf(body);
  const inner = fieldsOf(error);
  const given = nonEmpty(inner['code']) ?? nonEmpty(code);
  return {
    // Some services signal the rate limit by the status alone (A26).
    code: given ? withoutKey(given) : answer.status === 429 ? 'RATE_LIMIT_EXCEEDED' : undefined,
    message: withoutKey(
      nonEmpty(inner['message']) ?? nonEmpty(error) ?? nonEmpty(message) ?? statusText(answer),
    ),
    details: object(redacted(inner['details'], withoutKey)) ?? object(redacted(details, withoutKey)),
  };
}

function unstructured(answer: Response, text: string, withoutKey: (text: string) => string): Refusal {
  // The key goes first, because a snippet could cut it in two.
  const said = [statusText(answer), snippet(withoutKey(text))].filter(Boolean).join(': ');
  return { code: undefined, message: withoutKey(said) };
}

/** Removes the API key from all texts in a value, however its JSON wrote them. */
function redacted(value: unknown, withoutKey: (text: string) => string): unknown {
  if (typeof value === 'string') return withoutKey(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redacted(item, withoutKey));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutKey(name), redacted(member, withoutKey)]),
  );
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** Treats `null` as absent (A16): leaves out fields that hold it, at any depth. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === null ? [] : [[key, withoutNulls(field)]])),
  );
}

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
