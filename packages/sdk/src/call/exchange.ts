import ky, { isForceRetryError, isKyError, isTimeoutError, type KyInstance, type Options } from 'ky';
import type { FetchFunction, Settings } from '../options/options.ts';
import { type Exchange, type ExchangeLimits, type FailedExchange, isSuccess, type Send } from './call.ts';
import { builtin, noteConnectErrors } from '../runtime/platform.ts';
import { untilEnd } from '../runtime/time.ts';
import type { WireRequest } from './wire-request.ts';

/** How far one request has come. */
interface Progress {
  /** Whether the request was handed to `fetch`. */
  sent: boolean;
  /** The request that ky and the hooks of the caller built. */
  built?: Request;
  /** Status of a 2xx response, known before its body has arrived. */
  accepted?: number;
  /** The response that `fetch` returned, and its whole body. */
  read?: { readonly response: Response; readonly text: string };
}

type SenderSettings = Pick<Settings, 'apiKey' | 'ky' | 'fetch' | 'maxResponseBytes'>;

/** Sends the requests of one client through the caller's ky instance or ky itself. */
export class Sender {
  readonly #settings: SenderSettings;
  readonly #instances: ReturnType<typeof extended>;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
    this.#instances = extended(settings.ky);
    noteConnectErrors();
  }

  readonly send: Send = async (request, limits) => {
    const { signal } = limits;
    const progress: Progress = { sent: false };
    try {
      signal?.throwIfAborted();
      // Even if a hook or `fetch` ignores the signal.
      return await untilEnd({ signal }, this.#exchange(request, limits, progress));
    } catch (error) {
      const { sent, accepted, read } = progress;
      const failed = (kind: FailedExchange['failed']) => ({ failed: kind, sent, accepted });
      if (signal?.aborted) return failed('ended');
      if (isTimeoutOf(error, progress.built, request)) return failed('timeout');
      if (error === tooLarge) return failed('too-large');
      if (this.#instances.inherited.signal?.aborted) return failed('ended');
      return { ...failed(sent && read === undefined ? 'connection' : 'hook'), cause: causeOf(error) };
    }
  };

  /** Has ky build the request, limit its time and call `#fetch`. */
  async #exchange(
    request: WireRequest,
    { timeout, signal, context }: ExchangeLimits,
    progress: Progress,
  ): Promise<Exchange> {
    const { toAPI, toStore, inherited } = this.#instances;
    const sending = (request.toStore ? toStore : toAPI)(request.url, {
      method: request.method,
      headers: request.headers,
      ...bodyOf(request),
      ...(inherited.cache === undefined && cacheOf(request)),
      ...(signal && { signal }),
      // Our `fetch` returns with the last byte of the response. Only `totalTimeout` also limits the hooks.
      ...(this.#settings.ky ? { totalTimeout: timeout, context } : { timeout }),
      fetch: (built, init) => this.#fetch(request, built as Request, init, progress),
    });
    const response = await sending;
    if (response.type === 'error') throw new TypeError('it returned Response.error()');
    if (response === progress.read?.response) return progress.read;
    // A hook of the caller replaced it. ky limits the time of reading it.
    const text = await sending.text();
    if (isSuccess(response) && text.length > this.#settings.maxResponseBytes) throw tooLarge;
    return { response, text };
  }

  /** Fetches the request that ky and the hooks of the caller built, and reads the response to its last byte. */
  async #fetch(
    request: WireRequest,
    built: Request,
    init: RequestInit = {},
    progress: Progress,
  ): Promise<Response> {
    const { ky: given, apiKey, maxResponseBytes } = this.#settings;
    if (request.toStore) removeKey(built.headers, apiKey);
    progress.built = built;
    progress.sent ||= !built.signal.aborted;
    const response = await this.#fetchOnce(request, built, init);
    if (!isResponse(response)) throw new TypeError('fetch returned something other than a Response');
    if (response.type === 'error') throw new TypeError('fetch failed');
    if (isSuccess(response)) progress.accepted = response.status;
    const text = await readText(response, maxResponseBytes);
    // The caller's hooks may read the body again.
    const again = given && response.status >= 200 ? new Response(text || null, response) : response;
    progress.read = { response: again, text };
    return again;
  }

  #fetchOnce(request: WireRequest, built: Request, init: RequestInit): Promise<Response> {
    const { ky: given, fetch } = this.#settings;
    const { inherited } = this.#instances;
    const { body } = request;
    if (request.fetch) return request.fetch(built);
    // Instances of ky are written for its `Request`.
    if (!fetch && inherited.fetch) return inherited.fetch(built, init);
    // Reading a text from a `Request` copies it, and only a hook can have replaced it.
    if (typeof body === 'string' && !given) return callFetch(fetch, built, { ...init, body });
    return plainBody(built, request).then((plain) =>
      callFetch(fetch, built, {
        ...init,
        ...(plain && { body: plain }),
        ...(typeof body === 'function' && { duplex: 'half' }),
      }),
    );
  }
}

/**
 * Extends the caller's instance, or ky itself. Retries, errors and time limits are up to the client, because they
 * depend on the operation. Redirects are not followed: they would turn a POST into a GET or carry the key to another
 * host. The upload store gets neither the instance's headers nor its query parameters (A73).
 */
function extended(given: KyInstance | undefined) {
  let inherited: Options = {};
  given?.extend((options) => {
    inherited = options;
    return options;
  });
  // ky would merge a body of the caller's instance with ours.
  const { json: _json, body: _body, prefix: _prefix, ...shared } = inherited;
  const { headers, searchParams: _searchParams, ...withStore } = shared;
  // For each option, ky copies all others, so there are few unless hooks of the caller get them.
  const hooked = given && ({ timeout: false, redirect: 'manual' } as const);
  const ours: Options = { retry: 0, throwHttpErrors: false, ...hooked };
  const { create } = given ?? ky;
  // As `Headers`, they are replaced by ours, whatever the case of their names.
  const theirs = headers && { headers: new Headers(headers as HeadersInit) };
  return {
    toAPI: create({ ...shared, ...ours, ...theirs }),
    toStore: create({ ...withStore, ...ours }),
    inherited,
  };
}

function bodyOf({ body }: WireRequest): { readonly body?: BodyInit } {
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
}

/** The body that ky built, in the form that every `fetch` takes. `undefined` if it is empty. */
async function plainBody(built: Request, { body }: WireRequest): Promise<BodyInit | undefined> {
  if (typeof body === 'string') return (await built.text()) || undefined;
  if (typeof body === 'function' && built.body) return nodeStream(built.body);
  const bytes = await built.arrayBuffer();
  return bytes.byteLength === 0 ? undefined : bytes;
}

/**
 * A web stream as a stream of Node, which also node-fetch accepts if it replaces the global `fetch`. Its types are
 * those of a body, because every `fetch` of Node reads it. Without Node, the stream itself.
 */
function nodeStream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return builtin('stream')?.Readable.fromWeb(stream, { highWaterMark: 0 }) ?? stream;
}

/** Keeps reads from caches: a wait that polls would read the same response again. Not every runtime has the option. */
function cacheOf({ method }: WireRequest): { readonly cache?: 'no-store' } {
  return method === 'GET' && 'cache' in Request.prototype ? { cache: 'no-store' } : {};
}

/** Removes the key, which belongs to the API alone (A73), if a hook of the caller added it. */
function removeKey(headers: Headers, apiKey: string): void {
  const names = [...headers].flatMap(([name, value]) => (value.includes(apiKey) ? [name] : []));
  for (const name of names) headers.delete(name);
}

/**
 * Calls a `fetch` with an address and plain values. Every implementation accepts those, while most cannot read the
 * platform's `Request`, `Blob` and streams.
 *
 * @param given The caller's. Default: the global one, looked up late because test tools replace it.
 */
function callFetch(
  given: FetchFunction | undefined,
  { url, method, headers: built, cache, signal }: Request,
  init: RequestInit,
): Promise<Response> {
  const headers: Record<string, string> = {};
  for (const [name, value] of built) headers[name] = value;
  const store = cache && cache !== 'default' && { cache };
  const plain = { ...init, ...store, method, headers, redirect: 'manual', signal };
  return (given ?? globalThis.fetch)(url, plain as never) as Promise<Response>;
}

function isResponse(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'headers' in response;
}

/** For whole texts: for parts, each response would need its own. */
const decoder = new TextDecoder();

/** A 2xx response has more bytes than the client reads. */
const tooLarge = new RangeError('the response is too large');

/**
 * Reads a body of at most `most` bytes. A longer error is cut: its beginning is enough. So is its status, if the body
 * cannot be read.
 *
 * @throws {@link tooLarge} if a 2xx response has more.
 */
async function readText(response: Response, most: number): Promise<string> {
  const { body } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    // Look-alikes of a Response have no such stream.
    if (typeof body !== 'object' || !body || !('getReader' in body)) return await response.text();
    const reader = body.getReader();
    for (let remaining = most; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      remaining -= value.byteLength;
      if (remaining < 0) {
        void reader.cancel().catch(() => undefined);
        throw tooLarge;
      }
      chunks.push(value);
    }
  } catch (error) {
    if (isSuccess(response)) throw error;
  }
  return decoder.decode(chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer());
}

/** Whether the time limit of a request ended it, and not that of another request, which a hook made with ky. */
function isTimeoutOf(error: unknown, built: Request | undefined, { url }: WireRequest): boolean {
  if (!isTimeoutError(error)) return false;
  // An instance may add a query to the address.
  return error.request === built || error.request.url.startsWith(url.replace(/[?#].*/s, ''));
}

/** The cause of an error of ky. ky's own errors hold the request, and the request holds the key. */
function causeOf(error: unknown): unknown {
  if (isForceRetryError(error)) {
    return new Error('it returned ky.retry(), but retries are up to the client: see option maxRetries');
  }
  let cause = error;
  try {
    for (let depth = 0, each = error; depth < 10 && each instanceof Error; depth += 1, each = each.cause) {
      if (isKyError(each)) cause = each.cause ?? new Error(each.message);
    }
  } catch {
    return new Error('it rejected with an error that cannot be read');
  }
  return cause;
}
