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
 * Redirects are not followed: they would turn a POST into a GET or carry the key to another host.
 */
export function exchange(
  request: WireRequest,
  { fetch, timeout, signal }: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const controller = new AbortController();
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
      // The global fetch is looked up late, because test tools replace it.
      const answer = await (fetch ?? globalThis.fetch)(request.url, {
        method: request.method,
        headers: request.headers,
        ...bodyOf(request),
        redirect: 'manual',
        signal: controller.signal,
      });
      if (answer.type === 'error') return settle({ failed: 'connection', accepted });
      accepted = answer.ok;
      settle({ answer, text: await answer.text() });
    };
    run().catch((cause: unknown) => settle({ failed: 'connection', cause, accepted }));
  });
}

function bodyOf({ body }: WireRequest): RequestInit {
  if (body === undefined) return {};
  // Streams need `duplex`, which the types of fetch do not know.
  return typeof body === 'function' ? ({ body: body(), duplex: 'half' } as RequestInit) : { body };
}
