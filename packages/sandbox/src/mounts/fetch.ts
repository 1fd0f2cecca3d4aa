import type { BrokenConnection, IncomingRequest, Reply } from '../routing/request.ts';
import { brokenBody, connectionLost, fromRequest, responseFrom } from './request.ts';

/** Answers a request of any mount. */
export type Handle = (request: IncomingRequest) => Promise<Reply>;

/** A drop-in `fetch` that gets its answers from the sandbox, whatever host the URL names. */
export function fetchOver(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const reply = await untilAborted(handle(fromRequest(request)), signal);
    return 'network' in reply ? fail(reply, signal) : responseFrom(reply);
  };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
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
