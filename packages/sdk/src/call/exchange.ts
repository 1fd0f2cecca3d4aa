import ky, { isNetworkError } from 'ky';
import { after } from '../runtime.ts';
import type { WireRequest } from './request.ts';

/** What came of one request: an answer read whole, or why there is none. */
export type Exchange =
  | { readonly answer: Response; readonly text: string }
  | {
      readonly failed: 'connection' | 'timeout' | 'ended';
      readonly cause?: unknown;
      /** Whether the head of a 2xx answer had arrived: then only its body was lost. */
      readonly accepted: boolean;
    };

/** What one request may take. */
export interface ExchangeLimits {
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Milliseconds until the last byte of the answer. */
  readonly timeout: number;
  /** Ends the request early. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes one request, reads its answer whole, and never throws.
 *
 * ky is left with the request alone: its own timeout covers only the head of an answer, its retries
 * and errors do not know the service's rules, and redirects would turn a POST into a GET or carry
 * the key to another host.
 */
export function exchange(
  request: WireRequest,
  { fetch, timeout, signal }: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
    };
    let accepted = false;
    const settle = (result: Exchange) => {
      cancel();
      signal?.removeEventListener('abort', onEnd);
      resolve(result);
    };
    // Settles by itself as well, because a `fetch` that was given may not heed the signal.
    const stop = (failed: 'timeout' | 'ended') => {
      settle({ failed, accepted });
      controller.abort();
    };
    const onEnd = () => stop('ended');
    const cancel = after(timeout, () => stop('timeout'));
    signal?.addEventListener('abort', onEnd, { once: true });
    const run = async () => {
      const answer = await ky(request.url, {
        ...init,
        // The request goes on in its plain form, with our signal: a Request made of ky's Request
        // streams its body once more, and ky would first combine the signal with one of its own.
        // Together that is a third of a call. The global fetch is looked up late, because test tools
        // replace it.
        fetch: () =>
          (fetch ?? globalThis.fetch)(request.url, {
            ...init,
            ...bodyOf(request),
            signal: controller.signal,
          }),
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      if (answer.type === 'error') return settle({ failed: 'connection', accepted });
      accepted = answer.ok;
      settle({ answer, text: await answer.text() });
    };
    run().catch((error: unknown) => {
      // ky's error holds the request, and the request the key.
      settle({ failed: 'connection', cause: isNetworkError(error) ? error.cause : error, accepted });
    });
  });
}

function bodyOf({ body }: WireRequest): RequestInit {
  if (body === undefined) return {};
  // Streams need `duplex`, which the types of fetch do not know.
  return typeof body === 'function' ? ({ body: body(), duplex: 'half' } as RequestInit) : { body };
}
