import ky, { isKyError, isTimeoutError, type KyInstance, type Options, replaceOption } from 'ky';
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
 * Makes the ky instance of a client: the caller's own extended, or ky itself.
 *
 * Repeats and errors stay with the client, which knows what each operation permits. Redirects are not
 * followed, because they would turn a POST into a GET or carry the key to another host.
 */
export function createSender({ apiKey, ky: given, fetch: own, maxResponseBytes }: SenderOptions): Send {
  let inherited: Options['fetch'];
  const client = (given ?? ky).extend((parent) => {
    inherited = parent.fetch;
    return {
      ...(given && { prefix: '' }),
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      redirect: 'manual',
    };
  });
  // The global fetch is looked up late, because test tools replace it.
  const platform: NonNullable<Options['fetch']> = (request, init) =>
    (own ?? inherited ?? globalThis.fetch)(request, init);

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
      if (answer.type === 'error') throw new TypeError('fetch failed');
      if (answer.ok) accepted = answer.status;
      text = await readText(answer, maxResponseBytes);
      // Hooks of the caller may read the body once more.
      return given && answer.status >= 200 ? new Response(text || null, answer) : answer;
    };

    const run = async (): Promise<Exchange> => {
      const answer = await client(request.url, {
        method: request.method,
        headers: request.headers,
        ...bodyOf(request),
        ...(signal && { signal }),
        totalTimeout: timeout,
        fetch: fetchWhole,
        ...(given && { context, headers: mergeable(request) }),
      });
      return { answer, text: given ? await readText(answer, maxResponseBytes) : (text ?? '') };
    };

    const failure = (error: unknown): Exchange => {
      const facts = { sent, accepted };
      if (error === tooLarge) return { failed: 'too-large', ...facts };
      // A DOMException of `AbortSignal.timeout()` has the same name, but no request.
      if (isTimeoutError(error) && 'request' in error) return { failed: 'timeout', ...facts };
      // ky's errors hold the request, and the request holds the key.
      const cause = isKyError(error) && 'request' in error ? error.cause : error;
      return { failed: sent && text === undefined ? 'connection' : 'hook', cause, ...facts };
    };

    return new Promise((resolve) => {
      // A fetch that ignores its signal must not keep the call waiting.
      const end = () => resolve({ failed: 'ended', sent, accepted });
      signal?.addEventListener('abort', end, { once: true });
      void run()
        .catch((error: unknown): Exchange =>
          signal?.aborted ? { failed: 'ended', sent, accepted } : failure(error),
        )
        .then(resolve)
        .finally(() => signal?.removeEventListener('abort', end));
    });
  };
}

/**
 * Headers as they combine with those of the caller's instance: ours win whatever the case of their
 * names, and an upload store gets ours alone (A73).
 */
function mergeable({ headers, toStore }: WireRequest): NonNullable<Options['headers']> {
  return toStore ? replaceOption(headers) : new Headers(headers);
}

function bodyOf({ json, body }: WireRequest): Options {
  if (json !== undefined) return { json };
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
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
  if (answer.body === null) return '';
  const reader = answer.body.getReader();
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
