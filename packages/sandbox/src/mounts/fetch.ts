import {
  type Body,
  type BrokenConnection,
  type IncomingRequest,
  type Reply,
  urlParts,
} from '../routing/request.ts';
import { headersFrom } from './headers.ts';
import { brokenBody, connectionLost, fromRequest } from './request.ts';
import { platformResponse, responseOf } from './text-response.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<Reply>;

/** A drop-in `fetch` that answers from the sandbox, whatever host is asked. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = incoming(input, init);
    const { signal } = request;
    signal?.throwIfAborted();
    const reply = await untilAborted(handle(request), signal);
    if ('network' in reply) return fail(reply, signal);
    // Servers and service workers hand the answer on, and take none but the platform's own.
    return input instanceof Request ? platformResponse(reply) : responseOf(reply);
  };
}

function incoming(input: RequestInfo | URL, init: RequestInit | undefined): IncomingRequest {
  const plain = input instanceof Request ? undefined : plainBody(init?.body);
  const method = init?.method?.toUpperCase() ?? 'GET';
  const takesNoBody = method === 'GET' || method === 'HEAD';
  // What is not plain, and what the platform would refuse, is left to the platform's own Request.
  if (plain === undefined || (takesNoBody && plain.length > 0)) return fromRequest(new Request(input, init));
  const headers = headersFrom(init?.headers);
  if (typeof init?.body === 'string' && !headers.has('content-type')) {
    headers.set('content-type', 'text/plain;charset=UTF-8');
  }
  return {
    method,
    ...urlParts(String(input)),
    headers,
    signal: init?.signal ?? undefined,
    read: (limit) => within(plain, limit),
  };
}

function plainBody(body: BodyInit | null | undefined): string | Uint8Array | undefined {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return body instanceof ArrayBuffer ? new Uint8Array(body) : undefined;
}

function within(body: string | Uint8Array, limit: number): Body {
  // What the caller does to its buffer afterwards must not reach what was sent.
  if (typeof body !== 'string') return body.length <= limit ? new Uint8Array(body) : undefined;
  if (body.length * 3 <= limit) return body;
  return new TextEncoder().encode(body).length <= limit ? body : undefined;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Fails as the platform's own fetch does when the connection breaks. */
function fail(reply: BrokenConnection, signal: AbortSignal | undefined): Promise<Response> {
  switch (reply.network) {
    case 'hang':
      return untilAborted(new Promise<never>(() => {}), signal);
    case 'cut':
      return Promise.resolve(brokenBody(reply.answer));
    default:
      return Promise.reject(new TypeError('fetch failed', { cause: connectionLost(reply.network) }));
  }
}
