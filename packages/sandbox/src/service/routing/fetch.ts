import type { BrokenConnection, ExchangeResult } from './exchange-result.ts';
import { type IncomingRequest, isLonger, PlainHeaders, streamParts, urlParts } from './request.ts';
import { brokenBody, connectionLost, fromRequest, responseFrom } from './platform-request.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<ExchangeResult>;

/** A drop-in `fetch` that gets its responses from the sandbox, whatever host the URL names. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = plainRequest(input, init) ?? fromRequest(requestOf(input, init));
    const { signal } = request;
    signal?.throwIfAborted();
    const result = await untilAborted(handle(request), signal);
    return 'network' in result ? fail(result, signal) : responseFrom(result);
  };
}

const plainMembers: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal', 'redirect']);
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The request in the arguments of most calls: an address with headers and a text. Building a `Request` takes longer than
 * answering it, and its body passes through streams. `undefined` for any other, and for one that the platform may refuse.
 */
function plainRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): IncomingRequest | undefined {
  const { method = 'GET', body = null, signal, redirect = 'manual' } = init;
  const isPlain =
    !(input instanceof Request) &&
    (withBody.has(method) ? body === null || typeof body === 'string' : method === 'GET' && body === null) &&
    (!signal || signal instanceof AbortSignal) &&
    redirect === 'manual' &&
    Object.keys(init).every((name) => plainMembers.has(name));
  const url = isPlain ? URL.parse(String(input)) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const headers = new Headers(init.headers);
  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8');
  const text = String(body ?? '').toWellFormed();
  return {
    method,
    ...urlParts(url),
    headers: new PlainHeaders(Object.fromEntries(headers)),
    signal: signal ?? undefined,
    read: (limit) => (isLonger(text, limit) ? undefined : text),
    parts: () => streamParts(new Blob([text]).stream()),
  };
}

/** The request to answer. One that is complete is used as it is: in a new one, its body would pass through more streams. */
function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Request {
  const isComplete = input instanceof Request && !input.bodyUsed && Object.keys(init).length === 0;
  return isComplete ? input : new Request(input, init);
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}

/** Fails as the platform's own fetch does when the connection breaks. */
function fail(result: BrokenConnection, signal: AbortSignal | undefined): Promise<Response> {
  switch (result.network) {
    case 'hang':
      return untilAborted(new Promise<never>(() => {}), signal);
    case 'cut':
      return Promise.resolve(brokenBody(result.response));
    default:
      return Promise.reject(new TypeError('fetch failed', { cause: connectionLost(result.network) }));
  }
}
