import { readRetryAfter } from '../runtime/rate-limit.ts';
import { type Call, isSuccess } from './call.ts';
import { refused } from './failures.ts';
import type { WireRequest } from './wire-request.ts';

/** An upload to a presigned URL. */
export interface StorageRequest {
  readonly operation: string;
  readonly url: URL;
  /** MIME type that the URL was created for, if known. */
  readonly contentType: string | undefined;
  readonly body: NonNullable<WireRequest['body']>;
  /** Length of a streamed body in bytes. The platform sets that of other bodies. */
  readonly contentLength?: number | undefined;
  /** Replaces the client's `fetch`. */
  readonly fetch?: WireRequest['fetch'];
}

/** Builds the request of an upload. The URL authorises it, so it carries no API key (A73). */
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

/** Reads the response of an upload store. Any 2xx is success; errors are XML, HTML or anything else (A73). */
export const storageReader: Call<void>['read'] = (response, text, attempt) => {
  const requestId =
    response.headers.get('x-request-id') ?? response.headers.get('x-amz-request-id') ?? undefined;
  if (isSuccess(response)) {
    return { done: { data: undefined, raw: undefined, response, requestId, rateLimit: undefined } };
  }
  const message = element(text, 'Message') ?? element(text, 'title') ?? (response.statusText || 'refused');
  const reason = element(text, 'Code');
  return refused(attempt, response, {
    code: 'UPLOAD_FAILED',
    message: reason === undefined ? message : `${reason}: ${message}`,
    details: reason === undefined ? undefined : { reason },
    requestId,
    asked: readRetryAfter(response.headers, false, attempt.call.settings.time),
  });
};

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const longest = 200;

/** Text of the first element with this name, in XML or HTML. */
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
