import type { BrokenConnection, Reply } from './reply.ts';
import type { IncomingRequest } from './request.ts';
import { brokenBody, connectionLost, fromRequest, responseFrom } from './fetch-request.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<Reply>;

/** A drop-in `fetch` that gets its answers from the sandbox, whatever host the URL names. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = requestOf(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const reply = await untilAborted(handle(fromRequest(request)), signal);
    return 'network' in reply ? fail(reply, signal) : responseFrom(reply);
  };
}

/** The request to answer. One that is complete is used as it is: a copy would pipe its body through more streams. */
function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Request {
  const isComplete = input instanceof Request && !input.bodyUsed && Object.keys(init).length === 0;
  return isComplete ? input : new Request(input, init);
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}

/** Fails as the platform's own fetch does when the connection breaks. */
function fail(reply: BrokenConnection, signal: AbortSignal): Promise<Response> {
  switch (reply.network) {
    case 'hang':
      return untilAborted(new Promise<never>(() => {}), signal);
    case 'cut':
      return Promise.resolve(brokenBody(reply.answer));
    default:
      return Promise.reject(new TypeError('fetch failed', { cause: connectionLost(reply.network) }));
  }
}
