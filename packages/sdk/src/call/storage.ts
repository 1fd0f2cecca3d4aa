import { UploadError } from '../errors/upload-error.ts';
import type { AnswerReader } from './attempt.ts';
import { storageFailed } from './failures.ts';
import type { WireRequest } from './request.ts';
import { readRetryAfter } from './retry-after.ts';

/** Bytes that go to a presigned URL. */
export interface StorageRequest {
  readonly operation: string;
  readonly url: URL;
  /** MIME type that the URL was made for; absent where it is not known. */
  readonly contentType: string | undefined;
  readonly body: Exclude<WireRequest['body'], undefined>;
  /** Length of a body that is a stream; of others the platform knows it. */
  readonly contentLength?: number | undefined;
  /** Used instead of the global `fetch`, unless the client was given one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The request in full: the URL is its own authorisation, so nothing else goes with it (decision A73). */
export function storageRequest({
  operation,
  url,
  contentType,
  body,
  contentLength,
}: StorageRequest): WireRequest {
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
    idempotencyKey: undefined,
  };
}

/** Reads the answer of an object store: any 2xx is success, errors are XML, HTML or anything (decision A73). */
export const storageReader: AnswerReader<void> = (response, text, progress, onRead) => {
  const requestId =
    response.headers.get('x-request-id') ?? response.headers.get('x-amz-request-id') ?? undefined;
  onRead(requestId);
  if (response.ok) return { done: { data: undefined, response, requestId, rateLimit: undefined } };
  const code = element(text, 'Code');
  const reason = element(text, 'Message') ?? element(text, 'title') ?? (response.statusText || 'refused');
  const wait = readRetryAfter(response.headers, false);
  const error = new UploadError({
    ...storageFailed(response.status, progress),
    code: 'UPLOAD_FAILED',
    reason: code === undefined ? reason : `${code}: ${reason}`,
    status: response.status,
    headers: response.headers,
    requestId,
    details: code === undefined ? undefined : { reason: code },
  });
  return { error, wait };
};

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const longest = 200;

/** Text of the first such element, in XML as in HTML. */
function element(text: string, name: string): string | undefined {
  const content = new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'i').exec(text)?.[1]?.trim();
  if (!content) return undefined;
  return content
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => entities[entity] ?? '')
    .slice(0, longest);
}
