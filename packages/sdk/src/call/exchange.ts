import ky, { type KyInstance, type Options } from 'ky';
import { after } from '../runtime.ts';
import type { Exchange, Send } from './call.ts';
import { causeOf, isKyTimeout } from './ky-errors.ts';
import { readText, tooLarge } from './read-body.ts';
import type { WireRequest } from './wire-request.ts';

/** What the requests of one client have in common. */
export interface SenderOptions {
  readonly apiKey: string;
  readonly ky: KyInstance | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Bytes of the largest response that is read. */
  readonly maxResponseBytes: number;
}

/**
 * Extends the caller's ky instance, or ky itself, for one client. The upload store gets a variant
 * without the instance's headers and query parameters (A73).
 *
 * The client keeps retries and errors to itself, because it knows what each operation permits. It does
 * not follow redirects, which would turn a POST into a GET or carry the key to another host.
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
    // Only an instance of the caller's has hooks, whose own requests of ky may time out too.
    const deadline = given && new AbortController();
    let sent = false;
    let accepted: number | undefined;
    let text: string | undefined;

    // ky gets the response once all of it has arrived, so ky's time limit covers the body as well.
    const fetchWhole: typeof platform = async (input, init) => {
      const built = input as Request;
      if (request.toStore) removeKey(built.headers, apiKey);
      sent ||= !built.signal.aborted;
      const answer = await (request.fetch?.(built) ?? platform(built, init));
      if (!isResponse(answer)) throw new TypeError('fetch returned something other than a Response');
      if (answer.type === 'error') throw new TypeError('fetch failed');
      if (answer.ok) accepted = answer.status;
      text = await readText(answer, maxResponseBytes);
      // The caller's hooks may read the body again.
      return given && answer.status >= 200 ? new Response(text || null, answer) : answer;
    };

    const run = async (): Promise<Exchange> => {
      const answer = await (request.toStore ? toStore : toAPI)(request.url, {
        method: request.method,
        headers: request.headers,
        ...bodyOf(request),
        ...within(signal, deadline?.signal),
        totalTimeout: deadline ? false : timeout,
        fetch: fetchWhole,
        // As `Headers`, ours replace the instance's, whatever the case of their names.
        ...(given && { context, headers: new Headers(request.headers) }),
      });
      if (answer.type === 'error') throw new TypeError('it returned Response.error()');
      return { answer, text: given ? await readText(answer, maxResponseBytes) : (text ?? '') };
    };

    const failure = (error: unknown): Exchange => {
      const facts = { sent, accepted };
      if (error === tooLarge) return { failed: 'too-large', ...facts };
      if (!given && isKyTimeout(error)) return { failed: 'timeout', ...facts };
      if (inherited.signal?.aborted) return { failed: 'ended', ...facts };
      return { failed: sent && text === undefined ? 'connection' : 'hook', cause: causeOf(error), ...facts };
    };

    return new Promise((resolve) => {
      // A fetch that ignores its signal must not keep the call waiting.
      const end = () => resolve({ failed: 'ended', sent, accepted });
      signal?.addEventListener('abort', end, { once: true });
      // ky sets no limit to the body of a response that comes from a hook.
      const stop =
        deadline &&
        after(timeout, () => {
          resolve({ failed: 'timeout', sent, accepted });
          deadline.abort();
        });
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

function within(signal: AbortSignal | undefined, deadline: AbortSignal | undefined): Options {
  if (signal && deadline) return { signal: AbortSignal.any([signal, deadline]) };
  const one = signal ?? deadline;
  return one ? { signal: one } : {};
}

function bodyOf({ json, body }: WireRequest): Options {
  if (json !== undefined) return { json };
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
}

function isResponse(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'headers' in answer;
}

/** Removes the key, which belongs to the API alone (A73), if a hook of the caller added it. */
function removeKey(headers: Headers, apiKey: string): void {
  const names = [...headers].flatMap(([name, value]) => (value.includes(apiKey) ? [name] : []));
  for (const name of names) headers.delete(name);
}
