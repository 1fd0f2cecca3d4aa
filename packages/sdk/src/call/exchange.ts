import ky, { isForceRetryError, isKyError, isTimeoutError, type KyInstance, type Options } from 'ky';
import type { FetchFunction, Settings } from '../options/options.ts';
import { type Exchange, isSuccess, type Send } from './call.ts';
import { noteConnectErrors } from '../runtime/platform.ts';
import { openScope, type Scope } from '../runtime/time.ts';
import type { WireRequest } from './wire-request.ts';

/** How far one request has come. */
interface Progress {
  /** Whether the request was handed to `fetch`. */
  sent: boolean;
  /** Status of a 2xx response, known before its body has arrived. */
  accepted: number | undefined;
  /** The whole body. */
  text: string | undefined;
}

/**
 * Makes the function that sends the requests of one client, through the caller's ky instance or ky itself.
 * `timeout` ends a request, whatever ky, a hook or `fetch` waits for.
 */
export function createSender(options: Pick<Settings, 'apiKey' | 'ky' | 'fetch' | 'maxResponseBytes'>): Send {
  const { ky: given, maxResponseBytes } = options;
  const { toAPI, toStore, inherited } = extended(given);
  noteConnectErrors();

  return (request, { timeout, signal, context }) => {
    const progress: Progress = { sent: false, accepted: undefined, text: undefined };
    // Hooks of the caller and XMLHttpRequest need a `Request`. Otherwise ky gets only an address: it would copy each
    // part, which takes half the time of a send.
    const needsRequest = given !== undefined || request.fetch !== undefined;
    // ky's own time limit is enough for a request that no signal can end and no hook can delay, and costs half.
    const isTimedByKy = !needsRequest && signal === undefined;

    /** Sends the request through ky. */
    const send = async (scope?: Scope): Promise<Exchange> => {
      scope?.signal?.throwIfAborted();
      const response = await (request.toStore ? toStore : toAPI)(
        request.url,
        needsRequest
          ? {
              method: request.method,
              // As `Headers`, ours replace the instance's, whatever the case of their names.
              headers: new Headers(request.headers),
              ...(request.json === undefined ? bodyOf(request) : { json: request.json }),
              ...(scope?.signal && { signal: scope.signal }),
              ...(inherited.cache === undefined && cacheOf(request)),
              ...(given && { context }),
              fetch: (input, init) => fetchBuilt(input as Request, init),
            }
          : {
              ...(isTimedByKy && { timeout }),
              fetch: (input) => fetchWhole(scope?.signal ?? (input as Request).signal, fetchPlain),
            },
      );
      if (response.type === 'error') throw new TypeError('it returned Response.error()');
      // A hook of the caller may have replaced the response.
      const text = given ? await readText(response, maxResponseBytes) : (progress.text ?? '');
      return { response, text };
    };

    /** Fetches a response to its last byte, so that ky and its hooks never wait for a body. */
    const fetchWhole = async (
      signal: AbortSignal | undefined,
      fetchOnce: (signal: AbortSignal | undefined) => Promise<Response>,
    ): Promise<Response> => {
      progress.sent ||= signal?.aborted !== true;
      const response = await fetchOnce(signal);
      if (!isResponse(response)) throw new TypeError('fetch returned something other than a Response');
      if (response.type === 'error') throw new TypeError('fetch failed');
      if (isSuccess(response)) progress.accepted = response.status;
      progress.text = await readText(response, maxResponseBytes);
      return response;
    };

    /** Fetches the request that ky and the hooks of the caller made. */
    const fetchBuilt = async (built: Request, init: RequestInit = {}): Promise<Response> => {
      if (request.toStore) removeKey(built.headers, options.apiKey);
      const response = await fetchWhole(init.signal ?? built.signal, async (signal) => {
        if (request.fetch) return request.fetch(built);
        const extras = { ...init, ...(signal && { signal }) };
        // Instances of ky are written for its `Request`.
        if (!options.fetch && inherited.fetch) return inherited.fetch(built, extras);
        const { url, method, redirect, cache } = built;
        const body = request.json === undefined ? await bytesOf(built) : await built.text();
        return callFetch(options.fetch, url, {
          ...extras,
          ...(cache && cache !== 'default' && { cache }),
          method,
          headers: Object.fromEntries(built.headers),
          redirect,
          ...(body && { body }),
        });
      });
      // The caller's hooks may read the body again.
      return given && response.status >= 200 ? new Response(progress.text || null, response) : response;
    };

    /** Fetches the request as it is. */
    const fetchPlain = async (signal: AbortSignal | undefined): Promise<Response> => {
      const { url, method, headers, text } = request;
      const { body } = text === undefined ? bodyOf(request) : { body: text };
      const isStream = typeof body === 'object' && Symbol.asyncIterator in body;
      const plain =
        typeof body === 'object' && !isStream
          ? await bytesOf('arrayBuffer' in body ? body : new Response(body))
          : body;
      return callFetch(options.fetch, url, {
        method,
        headers: text === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(plain !== undefined && { body: plain }),
        ...(isStream && { duplex: 'half' }),
        ...cacheOf(request),
        redirect: 'manual',
        ...(signal && { signal }),
      });
    };

    const failureOf = (error: unknown, scope?: Scope): Exchange => {
      const { sent, accepted, text } = progress;
      const facts = { sent, accepted };
      const endedBy = scope?.endedBy();
      if (endedBy) return { failed: endedBy === 'signal' ? 'ended' : 'timeout', ...facts };
      if (isTimedByKy && isTimeoutError(error)) return { failed: 'timeout', ...facts };
      if (error === tooLarge) return { failed: 'too-large', ...facts };
      if (inherited.signal?.aborted) return { failed: 'ended', ...facts };
      return { failed: sent && text === undefined ? 'connection' : 'hook', cause: causeOf(error), ...facts };
    };

    if (isTimedByKy) return send().catch((error: unknown) => failureOf(error));
    return new Promise((resolve) => {
      const settle = (exchange: Exchange) => {
        scope.close();
        resolve(exchange);
      };
      // Even if ky, a hook or `fetch` ignores the signal.
      const scope = openScope(signal, timeout, { onEnd: () => settle(failureOf(undefined, scope)) });
      send(scope).then(settle, (error: unknown) => settle(failureOf(error, scope)));
    });
  };
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
  const { headers: _headers, searchParams: _searchParams, ...withStore } = shared;
  // ky copies its options for each request, so there are no more than needed.
  const ours = {
    retry: 0,
    throwHttpErrors: false,
    timeout: false,
    ...(given && ({ totalTimeout: false, redirect: 'manual' } as const)),
  } as const;
  const { create } = given ?? ky;
  return { toAPI: create({ ...shared, ...ours }), toStore: create({ ...withStore, ...ours }), inherited };
}

function bodyOf({ body }: WireRequest): { readonly body?: BodyInit } {
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
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
 * @param own The caller's. Default: the global one, looked up late because test tools replace it.
 */
function callFetch(
  own: FetchFunction | undefined,
  url: string,
  init: RequestInit & { readonly headers: Record<string, string> },
): Promise<Response> {
  return (own ?? globalThis.fetch)(url, init as never) as Promise<Response>;
}

/** The bytes of a body; `undefined` if it is empty. */
async function bytesOf(body: Pick<Body, 'arrayBuffer'>): Promise<ArrayBuffer | undefined> {
  const bytes = await body.arrayBuffer();
  return bytes.byteLength === 0 ? undefined : bytes;
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
    for (let left = most; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      left -= value.byteLength;
      if (left < 0) {
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
