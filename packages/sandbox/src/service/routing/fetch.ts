import type { BrokenConnection, ExchangeResult } from './exchange-result.ts';
import { type IncomingRequest, isLonger, streamParts, urlParts } from './request.ts';
import { brokenBody, connectionLost, fromRequest, responseFrom } from './fetch-request.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<ExchangeResult>;

/** A drop-in `fetch` that gets its responses from the sandbox, whatever host the URL names. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = plainRequest(input, init) ?? fromRequest(...requestOf(input, init));
    const { signal } = request;
    signal?.throwIfAborted();
    const handled = handle(request);
    const result = await (signal ? untilAborted(handled, signal) : handled);
    return 'network' in result ? fail(result, signal) : responseFrom(result);
  };
}

const plainMembers: ReadonlySet<string> = new Set(['method', 'headers', 'body']);
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The request in the arguments of most calls: an address and at most a method, headers and a text. Building a `Request`
 * takes longer than answering it. `undefined` for any other, and for one that the platform may refuse.
 */
function plainRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): IncomingRequest | undefined {
  if (typeof input !== 'string' || !Object.keys(init).every((name) => plainMembers.has(name)))
    return undefined;
  const { method = 'GET', body = null } = init;
  const isPlain = body === null ? method === 'GET' || withBody.has(method) : withBody.has(method);
  const url = isPlain && (body === null || typeof body === 'string') ? URL.parse(input) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const headers = new Headers(init.headers);
  if (body !== null && !headers.has('content-type')) headers.set('content-type', textType);
  const text = typeof body === 'string' ? body.toWellFormed() : '';
  return {
    method,
    ...urlParts(url),
    headers,
    read: (limit) => (isLonger(text, limit) ? undefined : text),
    parts: () => streamParts(new Blob([text]).stream()),
  };
}

const textType = 'text/plain;charset=UTF-8';

/**
 * The request to answer. One that is complete is used as it is, and a body of text stays outside of it: in a new
 * `Request`, either would pass through more streams.
 */
function requestOf(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): [request: Request, body?: Uint8Array<ArrayBuffer>] {
  if (input instanceof Request) {
    const isComplete = !input.bodyUsed && Object.keys(init).length === 0;
    return [isComplete ? input : new Request(input, init)];
  }
  if (typeof init.body !== 'string') return [new Request(input, init)];
  const request = new Request(input, { ...init, body: null });
  // The platform refuses these with a body.
  if (request.method === 'GET' || request.method === 'HEAD') return [new Request(input, init)];
  const { headers } = request;
  if (!headers.has('content-type')) headers.set('content-type', textType);
  return [request, encoder.encode(init.body)];
}

const encoder = new TextEncoder();

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}

/** Fails as the platform's own fetch does when the connection breaks. */
function fail(result: BrokenConnection, signal: AbortSignal | undefined): Promise<Response> {
  switch (result.network) {
    case 'hang': {
      const hanging = new Promise<never>(() => {});
      return signal ? untilAborted(hanging, signal) : hanging;
    }
    case 'cut':
      return Promise.resolve(brokenBody(result.response));
    default:
      return Promise.reject(new TypeError('fetch failed', { cause: connectionLost(result.network) }));
  }
}
