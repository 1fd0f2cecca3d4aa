import ky, { isForceRetryError, isKyError, isTimeoutError, type KyInstance, type Options } from 'ky';
import { after } from '../runtime.ts';
import type { Exchange, Send, WireRequest } from './call.ts';

/** What the requests of one client have in common. */
export interface SenderOptions {
  readonly apiKey: string;
  readonly ky: KyInstance | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Bytes of the largest answer that is read. */
  readonly maxResponseBytes: number;
}

const tooLarge = new RangeError('the answer is too large');

/**
 * Makes the ky instances of a client, from the caller's own or from ky itself: one for the API, and one
 * for the upload store, which gets neither headers nor query parameters of the caller's (A73).
 *
 * Repeats and errors stay with the client, which knows what each operation permits. Redirects are not
 * followed, because they would turn a POST into a GET or carry the key to another host.
 */
export function createSender({ apiKey, ky: given, fetch: own, maxResponseBytes }: SenderOptions): Send {
  let inherited: Options = {};
  given?.extend((options) => {
    inherited = options;
    return options;
  });
  // ky would merge a body of the caller's instance with ours.
  const { json: _json, body: _body, prefix: _prefix, ...shared } = inherited;
  const { headers: _headers, searchParams: _searchParams, ...withStore } = shared;
  const ours = { retry: 0, throwHttpErrors: false, timeout: false, redirect: 'manual' } as const;
  const { create } = given ?? ky;
  const toAPI = create({ ...shared, ...ours });
  const toStore = create({ ...withStore, ...ours });
  // The global fetch is looked up late, because test tools replace it.
  const platform: NonNullable<Options['fetch']> = (request, init) =>
    (own ?? inherited.fetch ?? globalThis.fetch)(request, init);

  return (request, { timeout, signal, context }) => {
    let sent = false;
    let accepted: number | undefined;
    let text: string | undefined;

    // ky gets the answer once all of it has arrived, so ky's time limit covers the body as well.
    const fetchWhole: typeof platform = async (input, init) => {
      const built = input as Request;
      if (request.toStore) removeKey(built.headers, apiKey);
      sent = true;
      const answer = await (request.fetch?.(built) ?? platform(built, init));
      if (!isResponse(answer)) throw new TypeError('fetch gave something else than a Response');
      if (answer.type === 'error') throw new TypeError('fetch failed');
      if (answer.ok) accepted = answer.status;
      text = await readText(answer, maxResponseBytes);
      // Hooks of the caller may read the body once more.
      return given && answer.status >= 200 ? new Response(text || null, answer) : answer;
    };

    const run = async (): Promise<Exchange> => {
      const answer = await (request.toStore ? toStore : toAPI)(request.url, {
        method: request.method,
        headers: request.headers,
        ...bodyOf(request),
        ...(signal && { signal }),
        totalTimeout: timeout,
        fetch: fetchWhole,
        // As `Headers`, ours replace the instance's whatever the case of their names.
        ...(given && { context, headers: new Headers(request.headers) }),
      });
      return { answer, text: given ? await readText(answer, maxResponseBytes) : (text ?? '') };
    };

    const failure = (error: unknown): Exchange => {
      const facts = { sent, accepted };
      if (error === tooLarge) return { failed: 'too-large', ...facts };
      // A DOMException of `AbortSignal.timeout()` has the same name, but no request.
      if (isTimeoutError(error) && 'request' in error) return { failed: 'timeout', ...facts };
      if (inherited.signal?.aborted) return { failed: 'ended', ...facts };
      return { failed: sent && text === undefined ? 'connection' : 'hook', cause: causeOf(error), ...facts };
    };

    return new Promise((resolve) => {
      // A fetch that ignores its signal must not keep the call waiting.
      const end = () => resolve({ failed: 'ended', sent, accepted });
      signal?.addEventListener('abort', end, { once: true });
      // ky does not wait for the body of an answer that comes from a hook.
      const stop = given && after(timeout, () => resolve({ failed: 'timeout', sent, accepted }));
      void run()
        .catch((error: unknown): Exchange =>
          signal?.aborted ? { failed: 'ended', sent, accepted } : failure(error),
        )
        .then(resolve)
        .finally(() => {
          stop?.();
          signal?.removeEventListener('abort', end);
        });
    });
  };
}

function bodyOf({ json, body }: WireRequest): Options {
  if (json !== undefined) return { json };
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
}

function isResponse(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'headers' in answer;
}

/** What is behind the errors of ky, which hold the request, and the request holds the key. */
function causeOf(error: unknown): unknown {
  if (isForceRetryError(error)) {
    return new Error('it returned ky.retry(), but repeats are up to the client: see option maxRetries');
  }
  let cause = error;
  for (let depth = 0, each = error; depth < 10 && each instanceof Error; depth += 1, each = each.cause) {
    if (isKyError(each)) cause = each.cause ?? new Error(each.message);
  }
  return cause;
}

/** A hook of the caller's may have added the key, which belongs to the API alone (A73). */
function removeKey(headers: Headers, apiKey: string): void {
  const names = [...headers].flatMap(([name, value]) => (value.includes(apiKey) ? [name] : []));
  for (const name of names) headers.delete(name);
}

/**
 * Reads a body of at most `most` bytes. The rest of an error is cut off, since its beginning says enough.
 *
 * @throws the error `tooLarge` if a 2xx answer has more.
 */
async function readText(answer: Response, most: number): Promise<string> {
  const { body } = answer;
  // Look-alikes of a Response have no such stream.
  if (!body || !('getReader' in body)) return answer.text();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let left = most; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.byteLength;
    if (left < 0) {
      void reader.cancel().catch(() => undefined);
      if (answer.ok) throw tooLarge;
      return text;
    }
    text += decoder.decode(value, { stream: true });
  }
}
