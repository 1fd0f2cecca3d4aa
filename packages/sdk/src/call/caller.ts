import { APIPromise, type WithResponse } from '../api-promise.ts';
import { isMailrigError } from '../errors/guards.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import type { Outcome } from '../errors/outcome.ts';
import { type RequestOptions, resolveHeaders, resolveLimits, type Settings } from '../options.ts';
import { type Item, type Page, PagePromise } from '../page.ts';
import { type RateLimit, readRateLimit } from '../rate-limit.ts';
import { sleep } from '../runtime.ts';
import { apiReader, type Attempt, attempt, type Call } from './attempt.ts';
import type { CallInput, Endpoint, Listing } from './endpoint.ts';
import { interruption } from './failures.ts';
import { createObserver, type Observer, tell } from './observer.ts';
import { buildRequest, type WireRequest } from './request.ts';
import { backoff, mayRepeat } from './retry.ts';
import { openScope } from './scope.ts';
import { storageReader, type StorageRequest, storageRequest } from './storage.ts';

/** The one way from a method to the service: every resource is a few lines over it. */
export class Caller {
  readonly #settings: Settings;
  readonly #observer: Observer | undefined;
  #limited: Headers | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#observer = createObserver(settings);
  }

  /** Where the API key stood in its rate window at the last answer that said so. */
  get rateLimit(): RateLimit | undefined {
    return this.#limited && readRateLimit(this.#limited);
  }

  /** Longest time of a call that sets none itself, in milliseconds. */
  get totalTimeout(): number | undefined {
    return this.#settings.limits.totalTimeout;
  }

  /** Whether requests go through a `fetch` that was given as an option. */
  get hasOwnFetch(): boolean {
    return this.#settings.fetch !== undefined;
  }

  /** Calls an operation. */
  call<T>(endpoint: Endpoint<T>, input: CallInput, options: RequestOptions = {}): APIPromise<T> {
    return new APIPromise(this.#run(endpoint, input, options));
  }

  /** Calls an operation that lists. */
  list<T extends Item, L extends Page<T>>(
    endpoint: Endpoint<Listing<L>>,
    input: CallInput,
    options: RequestOptions = {},
  ): PagePromise<T, L> {
    return new PagePromise(this.#page(endpoint, input, options));
  }

  /** Calls a function that was given with one call, such as `onProgress`: nothing that it does reaches the call. */
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

  /**
   * Sends bytes to an address outside the API: no key, none of the client's headers, and no turn of
   * its throttle, which keeps the rate of the API.
   */
  put(upload: StorageRequest, options: RequestOptions): Promise<WithResponse<void>> {
    const { operation } = upload;
    return this.#watch(operation, async () => {
      const { fetch = upload.fetch } = this.#settings;
      const settings = { ...this.#settings, fetch, throttle: undefined };
      return this.#attempts(
        storageRequest(upload),
        { settings, retry: 'safe', read: storageReader },
        options,
        () => undefined,
      );
    });
  }

  #run<T>(endpoint: Endpoint<T>, input: CallInput, options: RequestOptions): Promise<WithResponse<T>> {
    return this.#watch(endpoint.operation, async () => {
      const settings = this.#settings;
      const request = buildRequest(settings, endpoint, input, resolveHeaders(options.headers));
      return this.#attempts(
        request,
        { settings, retry: endpoint.retry, read: apiReader(settings, endpoint) },
        options,
        (answer) => {
          if (answer.headers.has('x-ratelimit-limit')) this.#limited = answer.headers;
        },
      );
    });
  }

  async #attempts<T>(
    request: WireRequest,
    way: Pick<Call<T>, 'settings' | 'retry' | 'read'>,
    options: RequestOptions,
    onAnswer: (answer: Response) => void,
  ): Promise<WithResponse<T>> {
    const limits = resolveLimits(options, this.#settings.limits);
    const scope = openScope(options.signal, limits.totalTimeout);
    try {
      return await repeat({ ...way, observer: this.#observer, request, limits, scope, onAnswer });
    } finally {
      scope.close();
    }
  }

  /** Tells of a call that fails. */
  async #watch<T>(operation: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (this.#observer && isMailrigError(error)) this.#observer.failure(operation, error);
      throw error;
    }
  }
}

/** Makes attempts until one succeeds, none may follow, or the call is ended. */
async function repeat<T>(call: Call<T>): Promise<WithResponse<T>> {
  const { settings, request, limits, scope } = call;
  const { operation, method, path, idempotencyKey } = request;
  let earlier: Outcome = 'not-sent';
  for (let attempts = 1; ; attempts += 1) {
    const result: Attempt<T> = await attempt(call, { operation, attempts, idempotencyKey, earlier });
    if ('done' in result) return result.done;
    const error: MailrigError = result.error;
    const wait = result.wait ?? backoff(attempts);
    if (attempts > limits.maxRetries || !mayRepeat(error, call.retry, idempotencyKey !== undefined))
      throw error;
    if (result.wait !== undefined && wait > settings.maxRetryAfter) throw error;
    if (wait >= scope.remaining()) throw error;
    call.observer?.retry({ operation, method, path, attempt: attempts, idempotencyKey }, error, wait);
    earlier = error.outcome;
    try {
      await sleep(wait, scope.signal);
    } catch {
      const by = scope.endedBy() ?? 'signal';
      throw interruption(
        by,
        'not-sent',
        { operation, attempts, idempotencyKey, earlier },
        limits,
        scope.signal,
      );
    }
  }
}
