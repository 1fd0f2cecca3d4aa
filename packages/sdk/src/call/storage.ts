import { readRetryAfter } from '../runtime/rate-limit.ts';
import { type Attempt, type Call, type Failed, isSuccess, type Refusal } from './call.ts';
import { refused } from './failures.ts';
import type { WireRequest } from './wire-request.ts';

/** An upload to a presigned URL. */
export interface StorageRequest {
  readonly operation: string;
  readonly url: URL;
  /** MIME type that the URL was created for, if known. */
  readonly contentType: string | undefined;
  readonly body: NonNullable<WireRequest['body']>;
  /** Length of a streamed body in bytes. The platform knows the length of other bodies. */
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
    return { done: { data: undefined, raw: undefined, response: response, requestId, rateLimit: undefined } };
  }
  const reason = element(text, 'Message') ?? element(text, 'title') ?? (response.statusText || 'refused');
  return refusedByStore(attempt, response, { code: element(text, 'Code'), message: reason, requestId });
};

/** The failure of an upload that the store refused. Its code becomes `details.reason`. */
function refusedByStore(attempt: Attempt, response: Response, { code, message, requestId }: Refusal): Failed {
  return refused(attempt, response, {
    code: 'UPLOAD_FAILED',
    message: code === undefined ? message : `${code}: ${message}`,
    details: code === undefined ? undefined : { reason: code },
    requestId,
    wait: readRetryAfter(response.headers, false),
  });
}

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
