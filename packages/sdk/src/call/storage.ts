import type { Call, WireRequest } from './call.ts';
import { refusedByStore } from './failures.ts';

/** Bytes that go to a presigned URL. */
export interface StorageRequest {
  readonly operation: string;
  readonly url: URL;
  /** MIME type that the URL was made for, if it is known. */
  readonly contentType: string | undefined;
  readonly body: NonNullable<WireRequest['body']>;
  /** Length of a body that is a stream; the platform knows that of others. */
  readonly contentLength?: number | undefined;
  /** Sends the request instead of the client's `fetch`. */
  readonly fetch?: WireRequest['fetch'];
}

/** The request in full. The URL is its own authorisation, so nothing else goes with it (A73). */
export function storageRequest(upload: StorageRequest): WireRequest {
  const { operation, url, contentType, body, contentLength, fetch } = upload;
  return {
    operation,
    method: 'PUT',
    path: url.pathname,
    url: url.href,
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(contentLength !== undefined && { 'content-length': String(contentLength) }),
    },
    body,
    toStore: true,
    fetch,
  };
}

/** Reads the answer of an object store: any 2xx is success, errors are XML, HTML or anything else (A73). */
export const storageReader: Call<void>['read'] = (answer, text, attempt) => {
  const requestId = answer.headers.get('x-request-id') ?? answer.headers.get('x-amz-request-id') ?? undefined;
  if (answer.ok) {
    return { done: { data: undefined, raw: undefined, response: answer, requestId, rateLimit: undefined } };
  }
  const reason = element(text, 'Message') ?? element(text, 'title') ?? (answer.statusText || 'refused');
  return refusedByStore(attempt, answer, { code: element(text, 'Code'), message: reason, requestId });
};

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const longest = 200;

/** Text of the first element of that name, in XML as in HTML. */
function element(text: string, name: string): string | undefined {
  const start = text.toLowerCase().indexOf(`<${name.toLowerCase()}`);
  const open = start < 0 ? -1 : text.indexOf('>', start);
  const end = open < 0 ? -1 : text.indexOf('<', open);
  if (end < 0) return undefined;
  const content = text
    .slice(open + 1, end)
    .trim()
    .slice(0, longest);
  return (
    content.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => entities[entity] ?? '') || undefined
  );
}
