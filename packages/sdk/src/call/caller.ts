import { APIPromise, type WithResponse } from '../api-promise.ts';
import { isMailrigError } from '../errors/guards.ts';
import type { Outcome } from '../errors/mailrig-error.ts';
import { resolveHeaders } from '../headers.ts';
import { type RequestOptions, resolveLimits, type Settings } from '../options.ts';
import { type Item, type Page, PagePromise } from '../page.ts';
import { type RateLimit, readRateLimit } from '../rate-limit.ts';
import { sleep } from '../runtime.ts';
import { apiReader, makeAttempt } from './attempt.ts';
import type { Attempt, Call, Failed, Send } from './call.ts';
import { traceCaller } from './call-site.ts';
import type { CallInput, Endpoint, Listing } from './endpoint.ts';
import { createSender } from './exchange.ts';
import { interrupted } from './failures.ts';
import { createObserver, type Observer, tell } from './observer.ts';
import { buildRequest } from './request.ts';
import { mayRepeat, waitBefore } from './retry.ts';
import { openScope } from './scope.ts';
import { storageReader, type StorageRequest, storageRequest } from './storage.ts';

/** Runs every call: checks, sends, retries and reports it. The resources are thin layers over it. */
export class Caller {
  readonly #settings: Settings;
  readonly #send: Send;
  readonly #observer: Observer | undefined;
  #limited: Headers | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#send = createSender(settings);
    this.#observer = createObserver(settings);
  }

  /** The API key's rate limit, as of the last response that reported it. */
  get rateLimit(): RateLimit | undefined {
    return this.#limited && readRateLimit(this.#limited);
  }

  /** Default time limit of a call, in milliseconds. */
  get totalTimeout(): number | undefined {
    return this.#settings.limits.totalTimeout;
  }

  /** Which service the client talks to, and in which environment. Tells journals of runs apart. */
  get identity(): { readonly service: string; readonly environment: string } {
    const { baseUrl, environment } = this.#settings;
    return { service: new URL(baseUrl).origin, environment };
  }

  /** Whether option `fetch` or `ky` sends the requests, instead of the global `fetch`. */
  get hasOwnFetch(): boolean {
    return this.#settings.fetch !== undefined || this.#settings.ky !== undefined;
  }

  /** Calls an operation. */
  call<T>(endpoint: Endpoint<T>, input: CallInput, options: RequestOptions = {}): APIPromise<T> {
    return new APIPromise(this.#run(endpoint, input, options));
  }

  /** Calls a list operation. */
  list<T extends Item, L extends Page<T>>(
    endpoint: Endpoint<Listing<L>>,
    input: CallInput,
    options: RequestOptions = {},
  ): PagePromise<T, L> {
    return new PagePromise(this.#page(endpoint, input, options));
  }

  /** Puts bytes into an upload store, which the rate limit of the API does not cover. */
  put(upload: StorageRequest, options: RequestOptions): Promise<WithResponse<void>> {
    return this.#watch(upload.operation, () =>
      this.#repeat(
        { request: storageRequest(upload), retry: 'safe', read: storageReader, onAnswer: () => undefined },
        options,
      ),
    );
  }

  /** Runs a user callback, such as `onProgress`. If it throws, logs a warning and carries on. */
  tell<E>(name: string, callback: ((event: E) => unknown) | undefined, event: E): void {
    tell(callback, event, () => this.#observer?.callbackFailed(name));
  }

  async #page<L>(
    endpoint: Endpoint<Listing<L>>,
    input: CallInput,
    options: RequestOptions,
  ): Promise<WithResponse<L>> {
    const { data: open, ...answer } = await this.#run(endpoint, input, options);
    const fetchPage = async (page: number) => {
      const other = { ...input, query: { ...input.query, page } };
      return (await this.#page(endpoint, other, options)).data;
    };
    return { ...answer, data: open(fetchPage) };
  }

  #run<T>(endpoint: Endpoint<T>, input: CallInput, options: RequestOptions): Promise<WithResponse<T>> {
    const settings = this.#settings;
    return this.#watch(endpoint.operation, () => {
      const request = buildRequest(settings, endpoint, input, resolveHeaders(options.headers));
      const onAnswer = (answer: Response) => {
        if (answer.headers.has('x-ratelimit-limit')) this.#limited = answer.headers;
      };
      return this.#repeat(
        { request, retry: endpoint.retry, read: apiReader(settings, endpoint), onAnswer },
        options,
      );
    });
  }

  async #repeat<T>(
    way: Pick<Call<T>, 'request' | 'retry' | 'read' | 'onAnswer'>,
    options: RequestOptions,
  ): Promise<WithResponse<T>> {
    const settings = this.#settings;
    const limits = resolveLimits(options, settings.limits);
    const scope = openScope(options.signal, limits.totalTimeout);
    try {
      return await repeat({ ...way, settings, send: this.#send, observer: this.#observer, limits, scope });
    } finally {
      scope.close();
    }
  }

  /** Reports a failed call to hooks and logger, with a stack that leads to the line that made the call. */
  #watch<T>(operation: string, call: () => Promise<T>): Promise<T> {
    return traceCaller(async () => {
      try {
        return await call();
      } catch (error) {
        if (this.#observer && isMailrigError(error)) this.#observer.failure(operation, error);
        throw error;
      }
    });
  }
}

/** Makes attempts until one succeeds, no retry may follow, or the call ends. */
async function repeat<T>(call: Call<T>): Promise<WithResponse<T>> {
  const { settings, request, limits, scope } = call;
  const { operation, method, path, idempotencyKey } = request;
  let earlier: Outcome = 'not-sent';
  for (let number = 1; ; number += 1) {
    const attempt: Attempt = { call, number, earlier };
    const result = await makeAttempt(call, attempt);
    if ('done' in result) return result.done;
    const { error }: Failed = result;
    const wait = waitBefore(number, result);
    const mayWait = (result.wait ?? 0) <= settings.maxRetryAfter && wait < scope.remaining();
    if (
      number > limits.maxRetries ||
      !mayWait ||
      !mayRepeat(result, call.retry, idempotencyKey !== undefined)
    ) {
      throw error;
    }
    call.observer?.retry({ operation, method, path, attempt: number, idempotencyKey }, error, wait);
    earlier = error.outcome;
    try {
      await sleep(wait, scope.signal);
    } catch {
      throw interrupted({ call, number: number + 1, earlier }, 'not-sent').error;
    }
  }
}
