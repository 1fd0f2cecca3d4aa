import ky, { isForceRetryError, isKyError, type KyInstance, type Options } from 'ky';
import type { FetchFunction } from '../options/options.ts';
import type { Exchange, Send } from './call.ts';
import { openScope, untilEnd } from '../runtime/time.ts';
import type { WireRequest } from './wire-request.ts';

/** Shared by the requests of one client. */
export interface SenderOptions {
  readonly apiKey: string;
  readonly ky: KyInstance | undefined;
  readonly fetch: FetchFunction | undefined;
  /** Bytes of the largest response that is read. */
  readonly maxResponseBytes: number;
}

/** What a request is fetched with: its signal, and options that a `Request` cannot hold, such as `dispatcher`. */
interface WithSignal extends Omit<RequestInit, 'body'> {
  readonly signal: AbortSignal;
}

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
export function createSender(options: SenderOptions): Send {
  const { ky: given, maxResponseBytes } = options;
  const { toAPI, toStore, inherited } = extended(given);

  return async (request, { timeout, signal, context }) => {
    const progress: Progress = { sent: false, accepted: undefined, text: undefined };
    const scope = openScope(signal, timeout);
    // ky makes a new signal from ours, which takes a third of the time of a send. So it gets ours only
    // if a hook of the caller, or XMLHttpRequest, looks at the signal of the request.
    const throughKy = given !== undefined || request.fetch !== undefined;
    const send = async (): Promise<Exchange> => {
      const answer = await (request.toStore ? toStore : toAPI)(request.url, {
        method: request.method,
        headers: request.headers,
        ...bodyOf(request),
        ...(throughKy && scope.signal && { signal: scope.signal }),
        fetch: (input, init) => fetchWhole(input as Request, init),
        // As `Headers`, ours replace the instance's, whatever the case of their names.
        ...(given && { context, headers: new Headers(request.headers) }),
      });
      if (answer.type === 'error') throw new TypeError('it returned Response.error()');
      // A hook of the caller may have replaced the response.
      const text = given ? await readText(answer, maxResponseBytes) : (progress.text ?? '');
      return { answer, text };
    };

    /** Fetches a response to its last byte, so that ky and its hooks never wait for a body. */
    const fetchWhole = async (built: Request, init: RequestInit | undefined): Promise<Response> => {
      if (request.toStore) removeKey(built.headers, options.apiKey);
      const { signal = built.signal } = throughKy ? built : scope;
      progress.sent ||= !signal.aborted;
      const answer = await fetchOnce(built, { ...init, signal });
      if (!isResponse(answer)) throw new TypeError('fetch returned something other than a Response');
      if (answer.type === 'error') throw new TypeError('fetch failed');
      if (answer.ok) progress.accepted = answer.status;
      progress.text = await readText(answer, maxResponseBytes);
      // The caller's hooks may read the body again.
      return given && answer.status >= 200 ? new Response(progress.text || null, answer) : answer;
    };

    /** Chooses the fetch: that of the request, of the client, of the ky instance, or the platform's. */
    const fetchOnce = (built: Request, init: WithSignal): Promise<Response> => {
      if (request.fetch) return request.fetch(built);
      if (options.fetch) return callOwnFetch(options.fetch, built, init, request.json !== undefined);
      // The global fetch is looked up late, because test tools replace it.
      return (inherited.fetch ?? globalThis.fetch)(built, init);
    };

    const failureOf = (error: unknown): Exchange => {
      const { sent, accepted, text } = progress;
      const facts = { sent, accepted };
      const endedBy = scope.endedBy();
      if (endedBy) return { failed: endedBy === 'signal' ? 'ended' : 'timeout', ...facts };
      if (error === tooLarge) return { failed: 'too-large', ...facts };
      if (inherited.signal?.aborted) return { failed: 'ended', ...facts };
      return { failed: sent && text === undefined ? 'connection' : 'hook', cause: causeOf(error), ...facts };
    };

    try {
      scope.signal?.throwIfAborted();
      return await untilEnd(scope, send());
    } catch (error) {
      return failureOf(error);
    } finally {
      scope.close();
    }
  };
}

/**
 * Extends the caller's instance, or ky itself. Retries, errors and time limits are up to the client, because
 * it knows what each operation permits. Redirects are not followed: they would turn a POST into a GET or carry
 * the key to another host. The upload store gets neither the instance's headers nor its query parameters
 * (A73).
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
  const ours = {
    retry: 0,
    throwHttpErrors: false,
    timeout: false,
    totalTimeout: false,
    redirect: 'manual',
  } as const;
  const { create } = given ?? ky;
  return { toAPI: create({ ...shared, ...ours }), toStore: create({ ...withStore, ...ours }), inherited };
}

function bodyOf({ json, body }: WireRequest): Options {
  if (json !== undefined) return { json };
  return body === undefined ? {} : { body: typeof body === 'function' ? body() : body };
}

/** Removes the key, which belongs to the API alone (A73), if a hook of the caller added it. */
function removeKey(headers: Headers, apiKey: string): void {
  const names = [...headers].flatMap(([name, value]) => (value.includes(apiKey) ? [name] : []));
  for (const name of names) headers.delete(name);
}

/**
 * Calls the caller's `fetch` with an address and plain values. Every implementation takes those, while most
 * cannot read the platform's `Request`, `Blob` and streams.
 *
 * @param isText Whether the body is a text.
 */
async function callOwnFetch(
  own: FetchFunction,
  request: Request,
  extras: WithSignal,
  isText: boolean,
): Promise<Response> {
  const { url, method, headers, redirect } = request;
  const body = await (isText ? request.text() : bytesOf(request));
  const answer = await own(url, {
    ...extras,
    method,
    headers: Object.fromEntries(headers),
    ...(body && { body }),
    redirect,
  });
  return answer as Response;
}

/** The body of a request; `undefined` if it is empty. */
async function bytesOf(request: Request): Promise<ArrayBuffer | undefined> {
  const bytes = await request.arrayBuffer();
  return bytes.byteLength === 0 ? undefined : bytes;
}

function isResponse(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'headers' in answer;
}

/** A 2xx response has more bytes than the client reads. */
const tooLarge = new RangeError('the response is too large');

/**
 * Reads a body of at most `most` bytes. A longer error is cut: its beginning says enough.
 *
 * @throws {@link tooLarge} if a 2xx response has more.
 */
async function readText(response: Response, most: number): Promise<string> {
  const { body } = response;
  // Look-alikes of a Response have no such stream.
  if (!body || !('getReader' in body)) return response.text();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let left = most; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.byteLength;
    if (left < 0) {
      void reader.cancel().catch(() => undefined);
      if (response.ok) throw tooLarge;
      return text;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The cause of an error of ky. ky's own errors hold the request, and the request holds the key. */
function causeOf(error: unknown): unknown {
  if (isForceRetryError(error)) {
    return new Error('it returned ky.retry(), but retries are up to the client: see option maxRetries');
  }
  let cause = error;
  for (let depth = 0, each = error; depth < 10 && each instanceof Error; depth += 1, each = each.cause) {
    if (isKyError(each)) cause = each.cause ?? new Error(each.message);
  }
  return cause;
}
