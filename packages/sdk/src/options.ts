import type { KyInstance } from 'ky';
import { invalidOption } from './errors/mailrig-error.ts';
import { resolveClientHeaders } from './headers.ts';
import type { Hooks } from './hooks.ts';
import type { Logger } from './logger.ts';
import { environmentVariable, inBrowser } from './runtime.ts';
import type { Throttle } from './throttle.ts';

/** What a `Mailrig` client is made of. Durations are in milliseconds. */
export interface MailrigOptions {
  /** API key, `sk_live_…` or `sk_test_…`. Default: environment variable `MAILRIG_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Address of the service, without `/api/v1`. Default: environment variable `MAILRIG_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Header that carries the key: `Authorization: Bearer …` or `x-api-key`. Default `authorization`. */
  readonly authHeader?: 'authorization' | 'x-api-key' | undefined;
  /** Longest time for one attempt, from the request to the last byte of the answer. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Longest time for one call with all its attempts and waits. Default: no limit. */
  readonly totalTimeout?: number | undefined;
  /** How often the client may repeat a failed call, if repeating is safe (A117). Default 2. */
  readonly maxRetries?: number | undefined;
  /** Longest wait that the service may ask for before a repeat; a longer one fails at once. Default 60,000. */
  readonly maxRetryAfter?: number | undefined;
  /** Largest answer in bytes that the client reads. Default 32 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Holds requests back: `throttle()`, `fleetThrottle(…)`, or one of your own. Default: none. */
  readonly throttle?: Throttle | undefined;
  /**
   * A ky instance to build on, with its hooks, headers and `fetch`:
   *
   * ```ts
   * new Mailrig({ ky: ky.extend({ hooks: { beforeRequest: [({ request }) => sign(request)] } }) });
   * ```
   *
   * Its hooks see every attempt, uploads included; `options.context` names the `operation` and the
   * `attempt`. `retry`, `timeout`, `totalTimeout`, `throwHttpErrors`, `prefix`, `json` and `body` stay the
   * client's. Neither its headers, its `searchParams` nor the API key go to the upload store. Default: ky
   * itself.
   */
  readonly ky?: KyInstance | undefined;
  /**
   * Used instead of the global `fetch`, which is otherwise looked up for each request. Like every
   * `fetch` below ky, it receives a `Request`.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Sent with every request to the API. Headers that the client sets itself are refused: the key's,
   * `content-type`, and the idempotency key's, which belongs to a single send.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Functions that watch requests, answers, repeats and failures. */
  readonly hooks?: Hooks | undefined;
  /** Where the client writes what it does, for example `console`. Default: nowhere. */
  readonly logger?: Logger | undefined;
  /** Whether requests are checked before they leave. Answers always are. Default true. */
  readonly validate?: boolean | undefined;
  /**
   * Refuses every key that does not begin with `sk_test_`, so that a test suite or a staging system
   * cannot send real email (R24). Default false.
   */
  readonly requireTestKey?: boolean | undefined;
  /** Allows the client in a page, where every visitor can read the key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Last argument of every method: settings for this one call. Durations are in milliseconds. */
export interface RequestOptions {
  /** Ends the call, its waits included, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time for one attempt. Default: the client's. */
  readonly timeout?: number | undefined;
  /** Longest time for the call with all its attempts and waits. Default: the client's. */
  readonly totalTimeout?: number | undefined;
  /** How often the client may repeat the call. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /** Sent in addition to the client's headers; one of the same name replaces it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The options with their defaults, checked. */
export interface Settings {
  readonly apiKey: string;
  readonly environment: 'live' | 'test' | 'unknown';
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: CallLimits;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
  readonly throttle: Throttle | undefined;
  readonly ky: KyInstance | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** What every request to the API carries, its key included; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the API key from a text. */
  readonly withoutKey: (text: string) => string;
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
  readonly validate: boolean;
}

/** What bounds one call. */
export interface CallLimits {
  readonly timeout: number;
  readonly totalTimeout: number | undefined;
  readonly maxRetries: number;
}

const longestTimer = 2_147_483_647;

/** @throws MailrigError if an option is missing or malformed; names it, never its secret. */
export function resolveOptions(options: MailrigOptions): Settings {
  const apiKey = options.apiKey ?? environmentVariable('MAILRIG_API_KEY');
  const baseUrl = options.baseUrl ?? environmentVariable('MAILRIG_BASE_URL');
  const authHeader = options.authHeader ?? 'authorization';
  if (authHeader !== 'authorization' && authHeader !== 'x-api-key') {
    throw invalidOption("option authHeader must be 'authorization' or 'x-api-key'");
  }
  checkKey(apiKey);
  if (options.requireTestKey && environmentOf(apiKey) !== 'test') {
    throw invalidOption(
      'option requireTestKey is set and the API key does not begin with sk_test_: give a test key as option apiKey or environment variable MAILRIG_API_KEY, or leave out requireTestKey to send real email',
    );
  }
  if (inBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw invalidOption(
      'this is a browser, where every visitor could read the secret API key; call the service from a server, or set option dangerouslyAllowBrowser to true',
    );
  }
  return {
    apiKey,
    environment: environmentOf(apiKey),
    baseUrl: checkBaseUrl(baseUrl),
    limits: resolveLimits(options, { timeout: 30_000, totalTimeout: undefined, maxRetries: 2 }),
    maxRetryAfter: duration('maxRetryAfter', options.maxRetryAfter, 0) ?? 60_000,
    maxResponseBytes: checkBytes('maxResponseBytes', options.maxResponseBytes) ?? 33_554_432,
    throttle: checkThrottle(options.throttle),
    ky: checkKy(options.ky),
    fetch: checkFunction('fetch', options.fetch),
    headers: {
      accept: 'application/json',
      ...resolveClientHeaders(options.headers),
      [authHeader]: authHeader === 'x-api-key' ? apiKey : `Bearer ${apiKey}`,
    },
    withoutKey: (text) => text.replaceAll(apiKey, '[API key]'),
    hooks: options.hooks ?? {},
    logger: options.logger,
    validate: options.validate ?? true,
  };
}

/** What a key is for, by its prefix (R24). */
function environmentOf(apiKey: string): 'live' | 'test' | 'unknown' {
  if (apiKey.startsWith('sk_live_')) return 'live';
  return apiKey.startsWith('sk_test_') ? 'test' : 'unknown';
}

/** @throws MailrigError if a limit is malformed. */
export function resolveLimits(options: RequestOptions | MailrigOptions, defaults: CallLimits): CallLimits {
  const { maxRetries = defaults.maxRetries } = options;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw invalidOption('option maxRetries must be a whole number, 0 or more');
  }
  return {
    timeout: duration('timeout', options.timeout, 1) ?? defaults.timeout,
    totalTimeout: duration('totalTimeout', options.totalTimeout, 1) ?? defaults.totalTimeout,
    maxRetries,
  };
}

function checkKey(apiKey: string | undefined): asserts apiKey is string {
  if (apiKey === undefined || apiKey === '') {
    throw invalidOption('the API key is missing: set option apiKey or environment variable MAILRIG_API_KEY');
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw invalidOption(
      'the API key is malformed: option apiKey (or environment variable MAILRIG_API_KEY) must be text without spaces or line breaks',
    );
  }
}

function checkBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined || baseUrl === '') {
    throw invalidOption(
      'the base URL is missing: set option baseUrl or environment variable MAILRIG_BASE_URL',
    );
  }
  const problem = problemOfBaseUrl(baseUrl);
  if (problem) {
    throw invalidOption(
      `the base URL is malformed: option baseUrl (or environment variable MAILRIG_BASE_URL) ${problem}`,
    );
  }
  return new URL(baseUrl).href.replace(/\/+$/, '');
}

function problemOfBaseUrl(baseUrl: unknown): string | undefined {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return 'must be an absolute http or https URL, for example https://mail.example.com';
  }
  if (url.username || url.password) return 'must not contain a user name or password';
  if (url.search || url.hash || url.href.endsWith('#')) return 'must not contain a query or a fragment';
  if (/\/api\/v\d+\/?$/.test(url.pathname)) return 'must end before /api/v1: the client adds it';
  return undefined;
}

/** @throws MailrigError if a duration is malformed. */
export function duration(name: string, value: number | undefined, least: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= least && value <= longestTimer)) {
    throw invalidOption(`option ${name} must be a number of milliseconds from ${least} to ${longestTimer}`);
  }
  return value;
}

function checkBytes(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return value;
  throw invalidOption(`option ${name} must be a whole number of bytes, 1 or more`);
}

function checkThrottle(throttle: Throttle | undefined): Throttle | undefined {
  if (throttle !== undefined && typeof throttle?.acquire !== 'function') {
    throw invalidOption('option throttle must have a method acquire, like what throttle() returns');
  }
  return throttle;
}

function checkKy(ky: KyInstance | undefined): KyInstance | undefined {
  if (ky !== undefined && (typeof ky !== 'function' || typeof ky.extend !== 'function')) {
    throw invalidOption('option ky must be an instance of ky, for example ky.extend({ … })');
  }
  return ky;
}

function checkFunction<F>(name: string, value: F | undefined): F | undefined {
  if (value !== undefined && typeof value !== 'function')
    throw invalidOption(`option ${name} must be a function`);
  return value;
}
