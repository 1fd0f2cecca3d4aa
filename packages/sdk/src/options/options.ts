import { environmentOf, fieldsOf, limits, oneOf } from '@mailrig/contract';
import { callback, nearestName, objectWith, plain, type Rows, wholeNumber } from '@mailrig/contract/checking';
import type { KyInstance } from 'ky';
import * as z from 'zod/mini';
import {
  type CallLimits,
  checkOptions,
  headersRow,
  keyRemover,
  milliseconds,
  readHeaders,
  type RequestOptions,
  requestRows,
  resolveLimits,
  without,
} from './request-options.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import type { Hooks } from './hooks.ts';
import { type Logger, type LogLevel, logLevels, resolveLogger, waitReporter, warningsOf } from './logger.ts';
import { environmentNames, environmentVariable, inBrowser, oldNode, userAgent } from '../runtime/platform.ts';
import { type Clock, Time } from '../runtime/time.ts';
import type { DefaultThrottle, QueueThrottle, Throttle, ThrottleOptions } from './throttle.ts';
import type { Tracing } from './tracing.ts';

/** Options of a `Mailrig` client. Durations are in milliseconds. */
export interface MailrigOptions extends Pick<RequestOptions, keyof CallLimits> {
  /** API key, `sk_live_…` or `sk_test_…`. Default: environment variable `MAILRIG_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Address of the service, without `/api/v1`. Default: environment variable `MAILRIG_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Header that carries the key: `Authorization: Bearer …` or `x-api-key`. Default `authorization`. */
  readonly authHeader?: 'authorization' | 'x-api-key' | undefined;
  /** Longest wait before a retry. If the service asks for more, the call fails at once. Default 61,000: the window of the
   * rate limit and a second, because services round. */
  readonly maxRetryAfter?: number | undefined;
  /** Largest response that the client reads, in bytes. Default 32 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Limits the rate of requests. By default, calls over the limit that the `X-RateLimit-*` headers report wait
   * in a queue until they may be sent, so the first requests may be refused. With limits such as
   * `{ limit: 25 }`, the client never exceeds them, in any window. `false` sends every request at once. Give
   * `fleetThrottle(…)` to share a limit among processes, or a throttle that you wrote.
   */
  readonly throttle?: Throttle | ThrottleOptions | false | undefined;
  /**
   * A ky instance to build on, with its hooks, headers and `fetch`:
   *
   * ```ts
   * new Mailrig({ ky: ky.extend({ hooks: { beforeRequest: [({ request }) => sign(request)] } }) });
   * ```
   *
   * Its hooks see every attempt, including uploads; `options.context` names the `operation` and the
   * `attempt`. The client ignores its `retry`, `timeout`, `totalTimeout`, `throwHttpErrors`, `prefix`,
   * `json` and `body`. The upload store gets neither its headers and `searchParams` nor the API key.
   * Default: ky itself.
   */
  readonly ky?: KyInstance | undefined;
  /**
   * Replaces the global `fetch`, and the `fetch` of the option `ky`. `undici.fetch`, `node-fetch` and `cross-fetch` work
   * too. Default: the global `fetch` at the time of each request.
   */
  readonly fetch?: FetchFunction | undefined;
  /**
   * Sent with every request to the API, which also gets a `User-Agent` such as `mailrig/… node/…` unless
   * you set one. The headers of the API key, `content-type` and the idempotency key are refused: the client
   * sets the first two, and the last belongs to a single send.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called on requests, responses, retries, long waits and failures. */
  readonly hooks?: Hooks | undefined;
  /** Receives log messages. Default: `console` if there is a `logLevel`, else none. */
  readonly logger?: Logger | undefined;
  /**
   * The least severe messages to log: `debug`, `info`, `warn`, `error` or `off`. Default: environment
   * variable `MAILRIG_LOG`, else `debug` if there is a `logger`, else `off`.
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Logs the bodies of requests and responses at level `debug`, cut after 10,000 characters. They hold
   * addresses, contents and upload URLs; the API key is removed. Default false.
   */
  readonly logBodies?: boolean | undefined;
  /** Follows calls with spans, for example `openTelemetry()` from `mailrig/opentelemetry`. Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Whether to check requests before sending them. Responses are always checked. Default true. */
  readonly validate?: boolean | undefined;
  /**
   * What to do with a field of a request that is unknown to this version, such as `reply_to`: `refuse` it, and
   * suggest `replyTo`, or `allow` it, for a deployment that has more fields. Default `refuse`.
   */
  readonly unknownFields?: 'refuse' | 'allow' | undefined;
  /**
   * Refuses every API key that does not begin with `sk_test_`, so that tests and staging cannot send real
   * email. Default false.
   */
  readonly requireTestKey?: boolean | undefined;
  /**
   * The clock for waits and durations: waits for the rate limit, before a retry and between two polls. `sandbox.clientOptions()` sets it, so that moves of the sandbox's clock end the waits; a simulation or a
   * test can give its own. `timeout` and `totalTimeout` also end a call in real time. Waits are exactly as long as the
   * service asks for, with nothing random added. Default: the system's clock, for durations a monotonic one.
   */
  readonly clock?: Clock | undefined;
  /** Allows the client in a browser page, where every visitor can read the API key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** A `fetch`: the global one, that of another package, or your own. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A request for a `fetch`, in values that every implementation takes. */
export interface FetchInit {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  /** Text for the API, bytes for uploads. Absent if the request has no body. */
  readonly body?: string | ArrayBuffer;
  /** The client follows no redirects. */
  readonly redirect: 'manual';
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** What the client needs from the response of a `fetch`. */
export type FetchResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'text'> & {
  /** Headers of the response; their names ignore case. */
  readonly headers: Pick<Headers, 'get'>;
};

/** Limits of the default throttle. */
export const throttleRows = {
  limit: z.optional(wholeNumber(1)),
  window: z.optional(milliseconds(100)),
} satisfies Rows<ThrottleOptions>;

const throttleHint =
  'must be false, limits such as { limit: 100 }, or have a method acquire: fleetThrottle(…) or your own';
const hook = z.optional(callback<() => unknown>());

const sharedKeyHint = 'all sends would share one key; give idempotencyKey with each send';

/** The key and the address are checked separately, because a variable may hold them. */
export const clientOptions = z.object({
  apiKey: z.optional(z.custom<string>()),
  baseUrl: z.optional(z.custom<string>()),
  ...without(requestRows, 'signal'),
  headers: z.optional(headersRow({ 'x-idempotency-key': sharedKeyHint, 'idempotency-key': sharedKeyHint })),
  authHeader: z.optional(oneOf(['authorization', 'x-api-key'])),
  maxRetryAfter: z.optional(milliseconds(0)),
  maxResponseBytes: z.optional(wholeNumber(1, 'bytes')),
  throttle: z.optional(
    z.union(
      [
        z.literal(false),
        objectWith<Throttle>(['acquire'], throttleHint),
        z.object(throttleRows).check(
          z.refine(({ limit, window }) => limit !== undefined || window !== undefined, {
            error: throttleHint,
          }),
        ),
      ],
      { error: throttleHint },
    ),
  ),
  ky: z.optional(
    objectWith<KyInstance>(['extend'], 'must be an instance of ky, for example ky.extend({ … })'),
  ),
  fetch: z.optional(callback<FetchFunction>()),
  hooks: z.optional(
    z.object({
      onRequest: hook,
      onResponse: hook,
      onLost: hook,
      onRetry: hook,
      onWait: hook,
      onFailure: hook,
    } satisfies Rows<Hooks>),
  ),
  logger: z.optional(
    objectWith<Logger>(
      ['debug', 'info', 'warn', 'error'],
      'must have methods debug, info, warn and error, such as console',
    ),
  ),
  logLevel: z.optional(oneOf(logLevels)),
  logBodies: z.optional(z.boolean()),
  tracing: z.optional(
    objectWith<Tracing>(['startCall'], 'must have a method startCall: give openTelemetry() or your own'),
  ),
  validate: z.optional(z.boolean()),
  unknownFields: z.optional(oneOf(['refuse', 'allow'])),
  requireTestKey: z.optional(z.boolean()),
  clock: z.optional(
    objectWith<Clock>(
      ['now', 'sleep'],
      'must have methods now and sleep: give sandbox.clientOptions() or your own',
    ),
  ),
  dangerouslyAllowBrowser: z.optional(z.boolean()),
} satisfies Rows<MailrigOptions>);

/**
 * The options of a client with some of them changed.
 *
 * @throws MailrigError if `apiKey` is given and `undefined`.
 */
export function withChanges(options: MailrigOptions, changes: MailrigOptions): MailrigOptions {
  checkOptions(clientOptions, changes, 'withOptions');
  if ('apiKey' in changes && changes.apiKey === undefined) {
    throw invalidOption('option apiKey of withOptions is undefined: give the key, or leave the option out');
  }
  const given = Object.fromEntries(Object.entries(plain(changes)).filter(([, value]) => value !== undefined));
  const { apiKey = options.apiKey, baseUrl = options.baseUrl } = changes;
  const other = apiKey !== options.apiKey || baseUrl !== options.baseUrl;
  // It counts the requests of one key.
  const throttle = other && isThrottle(options.throttle) ? undefined : options.throttle;
  return { ...plain(options), throttle, ...given };
}

/** Options that have a default, as the client uses them. */
type Defaulted<Name extends keyof MailrigOptions> = {
  readonly [N in Name]: Exclude<MailrigOptions[N], undefined>;
};

/** The options, checked and with their defaults. */
export interface Settings
  extends
    Pick<MailrigOptions, 'ky' | 'fetch' | 'hooks' | 'logger' | 'tracing'>,
    Defaulted<'maxRetryAfter' | 'maxResponseBytes' | 'logBodies' | 'validate' | 'unknownFields'> {
  readonly apiKey: string;
  readonly environment: 'live' | 'test' | 'unknown';
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: CallLimits;
  readonly throttle: Throttle | undefined;
  /** Of the default throttle. Absent if the caller gave one. */
  readonly turnNow: QueueThrottle['turnNow'] | undefined;
  readonly time: Time;
  /** Warns of a mistake in the program, or of a long wait, on the logger or else the console. */
  readonly warn: (message: string) => void;
  /** Headers of every request to the API, including the key; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the API key from a text. */
  readonly withoutKey: (text: string) => string;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws MailrigError if an option is missing, malformed or unknown. The message names the option, but never shows
 * the API key.
 */
export function resolveOptions(options: MailrigOptions, defaultThrottle: DefaultThrottle): Settings {
  if (typeof options !== 'object' || options === null) {
    throw invalidOption('the options must be an object: write new Mailrig({ apiKey, baseUrl })');
  }
  if ('clientOptions' in options) {
    throw invalidOption('the options must not be a sandbox: write new Mailrig(sandbox.clientOptions())');
  }
  const complaint = oldNode();
  if (complaint !== undefined) throw invalidOption(complaint);
  checkOptions(clientOptions, options);
  const { authHeader = 'authorization', maxRetryAfter = limits.rateWindow + 1_000 } = options;
  const apiKey = required('API key', ['apiKey', 'MAILRIG_API_KEY'], options, problemOfKey);
  checkUse(options, apiKey);
  const address = required('base URL', ['baseUrl', 'MAILRIG_BASE_URL'], options, problemOfBaseUrl);
  const baseUrl = new URL(address).href.replace(/\/+$/, '');
  const agent = userAgent();
  const level = options.logLevel ?? environmentVariable('MAILRIG_LOG');
  const logger = resolveLogger(options.logger, level);
  const warn = warningsOf(logger, level);
  const time = new Time(options.clock, waitReporter(options.hooks ?? {}, warn));
  const { throttle } = options;
  const isGiven = throttle === false || isThrottle(throttle);
  const byDefault = isGiven ? undefined : defaultThrottle({ apiKey, baseUrl, maxRetryAfter, time }, throttle);
  return {
    apiKey,
    environment: environmentOf(apiKey),
    baseUrl,
    limits: resolveLimits(options, {
      timeout: 30_000,
      totalTimeout: undefined,
      maxRetries: 2,
      priority: 'normal',
    }),
    maxRetryAfter,
    maxResponseBytes: options.maxResponseBytes ?? 33_554_432,
    throttle: isGiven ? throttle || undefined : byDefault,
    turnNow: byDefault?.turnNow,
    time,
    ky: options.ky,
    fetch: options.fetch,
    headers: {
      accept: 'application/json',
      ...(agent !== undefined && { 'user-agent': agent }),
      ...readHeaders(options.headers),
      [authHeader]: authHeader === 'x-api-key' ? apiKey : `Bearer ${apiKey}`,
    },
    withoutKey: keyRemover(apiKey),
    hooks: options.hooks,
    logger,
    warn,
    logBodies: options.logBodies ?? false,
    tracing: options.tracing,
    validate: options.validate ?? true,
    unknownFields: options.unknownFields ?? 'refuse',
  };
}

/** Refuses a live key where only test keys may be, and every key in a browser page, unless the options allow it. */
function checkUse({ requireTestKey, dangerouslyAllowBrowser }: MailrigOptions, apiKey: string): void {
  if (requireTestKey && environmentOf(apiKey) !== 'test') {
    throw invalidOption(
      'option requireTestKey is set, but the API key does not begin with sk_test_: give a test key as option apiKey or environment variable MAILRIG_API_KEY, or leave out requireTestKey to send real email',
    );
  }
  if (inBrowser() && dangerouslyAllowBrowser !== true) {
    throw invalidOption(
      'this is a browser, where every visitor could read the secret API key; call the service from a server, or set option dangerouslyAllowBrowser to true',
    );
  }
}

/** The value of an option that an environment variable may hold instead. No error shows it. */
function required(
  what: string,
  [option, variable]: readonly [option: 'apiKey' | 'baseUrl', variable: string],
  options: MailrigOptions,
  problemOf: (value: unknown) => string | undefined,
): string {
  const value = options[option] ?? environmentVariable(variable);
  if (value === undefined || value === '') {
    const similar = environmentNames().find((name) => name !== variable && nearestName(name, [variable]));
    const hint = similar === undefined ? '' : `; ${similar} is set: did you mean ${variable}?`;
    throw invalidOption(
      `the ${what} is missing: set option ${option} or environment variable ${variable}${hint}`,
    );
  }
  const problem = problemOf(value);
  if (problem === undefined) return value;
  throw invalidOption(
    `the ${what} is malformed: option ${option} (or environment variable ${variable}) ${problem}`,
  );
}

function problemOfKey(apiKey: unknown): string | undefined {
  if (/^(?<quote>["']).*\k<quote>$/.test(String(apiKey))) return 'must not be in quotes';
  const isText = typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey);
  return isText ? undefined : 'must be text without spaces or line breaks';
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

/** Whether it is a throttle, and not options of the default one. */
function isThrottle(throttle: MailrigOptions['throttle']): throttle is Throttle {
  return typeof fieldsOf(throttle)['acquire'] === 'function';
}
