import { withoutNulls } from './nulls.ts';

/** The JSON of an answer taken out of its envelope (api.md §1, decisions A5 to A7). */
export type Envelope =
  | {
      readonly kind: 'payload';
      readonly payload: unknown;
      readonly body: unknown;
      readonly requestId: string | undefined;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly requestId: string | undefined }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly requestId: string | undefined };

/** An error body in any of its forms (decision A2). */
export interface Refusal {
  /** `undefined` where the body names none. */
  readonly code: string | undefined;
  readonly message: string;
  readonly details: object | undefined;
}

const snippetLength = 200;

/**
 * Reads the body of an answer: its payload, its error, or why it is neither.
 *
 * @param keepNulls Whether `null` is told from absent.
 */
export function openEnvelope(answer: Response, text: string, keepNulls: boolean): Envelope {
  const headerId = answer.headers.get('x-request-id') ?? undefined;
  const parsed = parse(text);
  const body = keepNulls || !text.includes('null') ? parsed : withoutNulls(parsed);
  if (body === invalidJson) {
    return answer.ok
      ? { kind: 'unreadable', reason: `the answer is not JSON: ${snippet(text)}`, requestId: headerId }
      : { kind: 'refusal', refusal: unstructured(answer, snippet(text)), requestId: headerId };
  }
  const { success, data, meta } = fields(body);
  const requestId = nonEmpty(fields(meta)['requestId']) ?? headerId;
  if (!answer.ok || success === false)
    return { kind: 'refusal', refusal: readRefusal(answer, body), requestId };
  return { kind: 'payload', payload: typeof success === 'boolean' ? data : body, body, requestId };
}

function readRefusal(answer: Response, body: unknown): Refusal {
  const { error, code, message, details } = fields(body);
  const inner = fields(error);
  return {
    // A spent rate limit may be told by its status alone (decision A26).
    code:
      nonEmpty(inner['code']) ??
      nonEmpty(code) ??
      (answer.status === 429 ? 'RATE_LIMIT_EXCEEDED' : undefined),
    message: nonEmpty(inner['message']) ?? nonEmpty(error) ?? nonEmpty(message) ?? statusText(answer),
    details: object(inner['details']) ?? object(details),
  };
}

function unstructured(answer: Response, words: string): Refusal {
  const message = [statusText(answer), words].filter(Boolean).join(': ');
  return { code: undefined, message, details: undefined };
}

const invalidJson = Symbol('invalid JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return invalidJson;
  }
}

function snippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > snippetLength ? `${line.slice(0, snippetLength)}…` : line;
}

function statusText({ status, statusText, headers }: Response): string {
  const location = headers.get('location');
  if (location !== null) return `the service redirects to ${location}; is the base URL right?`;
  return statusText || (status === 0 ? 'the service redirects; is the base URL right?' : `status ${status}`);
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function object(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
