import type { BrokenConnection, ExchangeResult } from './exchange-result.ts';
import type { IncomingRequest } from './request.ts';
import { brokenBody, connectionLost, fromRequest, responseFrom } from './fetch-request.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<ExchangeResult>;

/** A drop-in `fetch` that gets its responses from the sandbox, whatever host the URL names. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const [request, body] = requestOf(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const result = await untilAborted(handle(fromRequest(request, body)), signal);
    return 'network' in result ? fail(result, signal) : responseFrom(result);
  };
}

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
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8');
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
function fail(result: BrokenConnection, signal: AbortSignal): Promise<Response> {
  switch (result.network) {
    case 'hang':
      return untilAborted(new Promise<never>(() => {}), signal);
    case 'cut':
      return Promise.resolve(brokenBody(result.response));
    default:
      return Promise.reject(new TypeError('fetch failed', { cause: connectionLost(result.network) }));
  }
}
