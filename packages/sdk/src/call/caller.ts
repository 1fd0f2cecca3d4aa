import { limits, type PageQuery } from '@mailrig/contract';
import { plain, withoutAbsent } from '@mailrig/contract/checking';
import { APIPromise, callSite, lead, traceCaller, type WithResponse } from '../results/api-promise.ts';
import { sourceFailed } from '../errors/client-errors.ts';
import { isMailrigError } from '../errors/guards.ts';
import {
  readHeaders,
  requestOptions,
  type RequestOptions,
  resolveLimits,
  checkOptions,
} from '../options/request-options.ts';
import type { Settings } from '../options/options.ts';
import type { Item, Listing, Page } from '../endpoints/page.ts';
import { PagePromise } from '../results/page-promise.ts';
import { type RateLimit, readRateLimit } from '../runtime/rate-limit.ts';
import { notify } from '../runtime/callbacks.ts';
import { afterUnlessOver, openScope, uuid, type Waiter } from '../runtime/time.ts';
import { attemptUntilDone } from './attempts.ts';
import type { Call, Send } from './call.ts';
import type { CallInput, Endpoint } from '../endpoints/endpoint.ts';
import { Sender } from './exchange.ts';
import { type CallObserver, createObserver, type Observer } from './observer.ts';
import { buildRequest, checkInput } from './request.ts';
import { apiReader } from './response.ts';
import type { WireRequest } from './wire-request.ts';

const none: RequestOptions = {};

/** The parts of a call that depend on its endpoint or upload. */
type Particulars<T> = Pick<Call<T>, 'request' | 'retry' | 'read' | 'onResponse'>;

/** Runs every call: checks, sends, retries and reports it. The resources are thin layers over it. */
export class Caller {
  /** The options of the client. */
  readonly settings: Settings;
  readonly #send: Send;
  readonly #observer: Observer | undefined;
  #limited: Headers | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#send = new Sender(settings).send;
    this.#observer = createObserver(settings);
  }

  /** The API key's rate limit, as of the last response that reported it. */
  get rateLimit(): RateLimit | undefined {
    return this.#limited && readRateLimit(this.#limited);
  }

  /** @throws MailrigError if the options or the input are wrong, before anything is sent. */
  check(endpoint: Endpoint<unknown>, input: CallInput, options: RequestOptions): void {
    readInput(endpoint.operation, () => {
      checkOptions(requestOptions, options, endpoint.operation, endpoint.fields?.());
      checkInput(this.settings, endpoint, input);
    });
  }

  /**
   * Calls an operation.
   *
   * @param endpoint Its endpoint, or what loads it.
   */
  call<T>(
    endpoint: Endpoint<T> | (() => Promise<Endpoint<T>>),
    input: CallInput,
    options: RequestOptions = none,
  ): APIPromise<T> {
    if (typeof endpoint !== 'function') {
      return new APIPromise(this.#request(endpoint, input, options, callSite()));
    }
    const [inputCopy, optionsCopy] = [ownCopy(input), ownCopy(options)];
    return new APIPromise(traceCaller(async () => this.#request(await endpoint(), inputCopy, optionsCopy)));
  }

  /** Calls a list operation. */
  list<T extends Item, L extends Page<T>>(
    load: () => Promise<Endpoint<Listing<L>>>,
    given: CallInput,
    givenOptions: RequestOptions = none,
  ): PagePromise<T, L> {
    const [input, options] = [ownCopy(given), ownCopy(givenOptions)];
    return new PagePromise({
      page: async () => this.#page(await load(), input, options),
      window: async (window) => {
        const endpoint = await load();
        // A wrong page or limit must be reported, although a loop replaces both.
        const windowInput = readInput(endpoint.operation, () =>
          endpoint.invalidFields(input).length > 0 ? input : pageInput(input, window),
        );
        return (await this.#page(endpoint, windowInput, options)).data;
      },
      get first() {
        try {
          const { page = 1, limit = limits.defaultPageSize } = (input.query ?? {}) as PageQuery;
          return (page - 1) * limit;
        } catch {
          // The request fails with what a getter throws.
          return 0;
        }
      },
      warn: async (message) => this.warn(`${(await load()).operation}: ${message}`),
    });
  }

  /**
   * Puts bytes into an upload store, which the rate limit of the API does not cover.
   *
   * @param read Reads its response.
   */
  put(request: WireRequest, read: Call<void>['read'], options: RequestOptions): Promise<WithResponse<void>> {
    const particulars = { request, retry: 'safe', read, onResponse: () => undefined } as const;
    return this.#run(request.operation, options, () => particulars);
  }

  /** Runs a user callback, such as `onProgress`. If it throws, logs a warning. */
  notify<E>(name: string, callback: ((event: E) => unknown) | undefined, event: E): void {
    notify(
      () => callback?.(event),
      () => this.#observer?.callbackFailed(name),
    );
  }

  /** Waits of a run, or of a call that polls. A wait of a second or longer is logged once, with its reason. */
  waiter(operation: string): Waiter {
    return this.settings.time.waiter((reason) => this.#observer?.waits(operation, reason));
  }

  /** Warns of a mistake in the program that no call can report: to the logger, or else to the console. */
  warn(message: string): void {
    this.settings.warn(message);
  }

  /** Warns of lazy work that has not started a second after its call, which is a forgotten `await` or loop. */
  warnUnlessStarted(operation: string, hasStarted: () => boolean, orElse = ''): void {
    const warning = `${operation}: nothing was done a second after the call, because it was not started; loop over it with for await${orElse}`;
    afterUnlessOver(1_000, () => {
      if (!hasStarted()) this.warn(warning);
    });
  }

  /** Runs work that makes several requests for one call of the user. Its span is the parent of theirs. */
  group<T>(operation: string, work: () => Promise<T>): Promise<T> {
    return this.#observer ? this.#observer.group({ callId: uuid(), operation }, work) : work();
  }

  async #page<L>(
    endpoint: Endpoint<Listing<L>>,
    input: CallInput,
    options: RequestOptions,
  ): Promise<WithResponse<L>> {
    const response = await this.#request(endpoint, input, options);
    const fetchPage = (page: number) =>
      traceCaller(async () => (await this.#page(endpoint, pageInput(input, { page }), options)).data);
    // A copy would read the headers of the rate limit.
    const result: Omit<typeof response, 'data'> = response;
    return Object.assign(result, { data: response.data(fetchPage) });
  }

  readonly #noteLimit = ({ headers }: Response): void => {
    if (headers.get('x-ratelimit-limit') != null) this.#limited = headers;
  };

  #request<T>(
    endpoint: Endpoint<T>,
    input: CallInput,
    options: RequestOptions,
    site?: Error,
  ): Promise<WithResponse<T>> {
    const { settings } = this;
    const { operation, retry } = endpoint;
    const begin = () => {
      if (options !== none) checkOptions(requestOptions, options, operation, endpoint.fields?.());
      const headers = options.headers && readHeaders(options.headers);
      const request = buildRequest(settings, endpoint, input, headers);
      return { request, retry, read: apiReader(settings, endpoint), onResponse: this.#noteLimit };
    };
    return this.#run(operation, options, () => readInput(operation, begin), site);
  }

  /**
   * Makes a call within its limits, and reports it to hooks, logger and tracing.
   *
   * @param begin Checks the input.
   * @param site Where the stack of its error leads to. Left out if `traceCaller` sets it.
   */
  async #run<T>(
    operation: string,
    options: RequestOptions,
    begin: () => Particulars<T>,
    site?: Error,
  ): Promise<WithResponse<T>> {
    const id = this.#observer || this.settings.ky ? uuid() : '';
    const observer = this.#observer?.call({ callId: id, operation });
    try {
      if (!observer) return await this.#perform(id, undefined, options, begin());
      // A promise, because the work of a trace must not throw.
      const result = await observer.run(async () => this.#perform(id, observer, options, begin()));
      observer.done();
      return result;
    } catch (error) {
      if (site) lead(error, site);
      if (isMailrigError(error)) observer?.failed(error);
      throw error;
    }
  }

  /** Makes the attempts of a call within its limits. */
  #perform<T>(
    id: string,
    observer: CallObserver | undefined,
    options: RequestOptions,
    particulars: Particulars<T>,
  ): Promise<WithResponse<T>> {
    const { settings } = this;
    const limits = resolveLimits(options, settings.limits);
    const scope = openScope(options.signal, limits.totalTimeout, settings.time);
    const send = this.#send;
    return attemptUntilDone({ ...particulars, id, observer, settings, send, limits, scope });
  }
}

/** Runs the checks of a call. What getters and proxies of the caller's throw becomes an error of this package. */
function readInput<T>(operation: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw sourceFailed(operation, 'input cannot be read', 'not-sent', cause);
  }
}

/** A copy of the plain objects and arrays in a value: the caller may change its own before it is read. */
function ownCopy<T>(value: T): T {
  try {
    return withoutAbsent(value) as T;
  } catch {
    // The check fails with what a getter throws.
    return value;
  }
}

/** The input for another part of a list. */
function pageInput(input: CallInput, page: PageQuery): CallInput {
  return { ...input, query: { ...plain(input.query), ...page } };
}
