import { isObject, oneOf } from '@mailrig/contract';
import { abortSignal, namesIn, plain, type Rows, wholeNumber, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { invalidOption, reasonOf } from '../errors/mailrig-error.ts';
import { elapsed, longestTimer } from '../runtime/time.ts';
import { priorities, type Priority } from './throttle.ts';

/** Options of one call, the last argument of every method. Durations are in milliseconds. */
export interface RequestOptions {
  /** Aborts the call, even while it waits, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit for one attempt, from the request to the last byte of the response, and for each part of a stream that
   * is attached or uploaded. Default 30,000; for a call, that of its client.
   */
  readonly timeout?: number | undefined;
  /** Time limit for one call, with all its attempts and waits. Default: none; for a call, that of its client. */
  readonly totalTimeout?: number | undefined;
  /**
   * How often the client may retry a failed call, if that cannot do something twice. Set more if other programs use the
   * same key, because they may use up the limit. Default 2, which is at most three requests; for a call, that of its
   * client.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Order in the queue of the throttle: a `high` call leaves before all others, a `low` one after them. Each
   * priority gets at least one of ten turns. Default `normal`; for a call, that of its client.
   */
  readonly priority?: Priority | undefined;
  /** Sent in addition to the client's headers. A header of the same name replaces the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Refuses unknown options, because a misspelt one would have no effect, and wrong values.
 *
 * @param rows A schema for each option.
 * @param operation The method, for the message. Default: the client.
 * @param fields Names of fields of the request, which some write among the options.
 * @throws MailrigError with the name that was probably meant, or with what is right. It shows no value.
 */
export function checkOptions(
  rows: z.core.$ZodType,
  given: unknown,
  operation?: string,
  fields: readonly string[] = [],
): void {
  let wrong: ReturnType<typeof wrongOption>;
  try {
    wrong = wrongOption(rows, given);
  } catch (cause) {
    throw invalidOption(`the options cannot be read${reasonOf(cause)}`, operation);
  }
  if (!wrong) return;
  const { field, message } = wrong;
  if (field === '') throw invalidOption(`the options ${message}`, operation);
  const words =
    fields.includes(field) && !namesIn(rows).includes(field)
      ? 'belongs to the request: give it in the first argument, with the other fields'
      : message;
  throw invalidOption(`option ${field} ${words}`, operation);
}

/**
 * A duration in milliseconds.
 *
 * @param least The shortest that is allowed.
 */
export function milliseconds(least: number) {
  return z.custom<number>((value) => typeof value === 'number' && value >= least && value <= longestTimer, {
    error: `must be a number of milliseconds from ${least} to ${longestTimer}`,
  });
}

/**
 * Some rows of another set. A call, because a bundler keeps a destructuring even if nothing uses it.
 *
 * @param names The rows to leave out.
 */
export function without<T extends object, Name extends keyof T>(
  rows: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const omitted: readonly PropertyKey[] = names;
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !omitted.includes(name))) as Omit<
    T,
    Name
  >;
}

type GivenHeaders = Readonly<Record<string, string>>;

/** Headers that may hold the idempotency key of a send instead of the body (A41). */
export const idempotencyHeaders = ['x-idempotency-key', 'idempotency-key'] as const;

const keyHint = 'give the key as option apiKey, and option authHeader for its header';

/** Headers that only the client sets: exactly one carries the API key (A1), and bodies are JSON (A13). */
const reservedHeaders = {
  authorization: keyHint,
  'x-api-key': keyHint,
  'content-type': 'the client sets it',
};

/**
 * Headers of a client or of a call. A mistake shows the name of a header, but not its value.
 *
 * @param reserved More headers that must not be given, and what to do instead.
 */
export function headersRow(reserved: GivenHeaders = {}) {
  const insteadOf = new Map(Object.entries({ ...reservedHeaders, ...reserved }));
  const mistakeIn = (name: string, value: unknown): string | undefined => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      return `must not hold ${JSON.stringify(name)}: it is not a valid header name`;
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return `must hold text on one line as the value of ${name}`;
    }
    const instead = insteadOf.get(name.toLowerCase());
    return instead === undefined ? undefined : `must not hold ${name}: ${instead}`;
  };
  return z
    .custom<GivenHeaders>(isObject, { error: "must be an object such as { 'x-request-id': '7' }" })
    .check(
      z.check(({ value, issues }) => {
        for (const [name, text] of entriesOf(value)) {
          const message = mistakeIn(name, text);
          if (message !== undefined) issues.push({ code: 'custom', input: undefined, message });
        }
      }),
    );
}

/** Checked headers, with their names in lower case. */
export function readHeaders(given: GivenHeaders = {}): Record<string, string> {
  return Object.fromEntries(entriesOf(given).map(([name, value]) => [name.toLowerCase(), value]));
}

function entriesOf(given: GivenHeaders): readonly (readonly [string, string])[] {
  // JavaScript callers may pass a `Headers` or a `Map`, whose entries are not properties.
  const entries = Symbol.iterator in given ? [...(given as unknown as Headers)] : Object.entries(given);
  return entries.filter(([, value]) => value !== undefined);
}

/** Options of a method without its own. */
export const requestRows = {
  signal: z.optional(abortSignal),
  timeout: z.optional(milliseconds(1)),
  totalTimeout: z.optional(milliseconds(1)),
  maxRetries: z.optional(wholeNumber(0)),
  priority: z.optional(oneOf(priorities)),
  headers: z.optional(headersRow()),
} satisfies Rows<RequestOptions>;

export const requestOptions = z.object(requestRows);

/** The options of each request of a method that makes several: without its signal and its limit as a whole. */
export function requestPart(options: RequestOptions): Omit<RequestOptions, 'signal' | 'totalTimeout'> {
  const { headers, maxRetries, priority, timeout } = options;
  return { headers, maxRetries, priority, timeout };
}

/** Limits of one call. Durations are in milliseconds. */
export interface CallLimits {
  readonly timeout: number;
  readonly totalTimeout: number | undefined;
  readonly maxRetries: number;
  readonly priority: Priority;
}

/** The limits of a call, or the defaults if it sets none. */
export function resolveLimits(
  options: Pick<RequestOptions, keyof CallLimits>,
  defaults: CallLimits,
): CallLimits {
  const { timeout, totalTimeout, maxRetries, priority } = options;
  return {
    timeout: timeout ?? defaults.timeout,
    totalTimeout: totalTimeout ?? defaults.totalTimeout,
    maxRetries: maxRetries ?? defaults.maxRetries,
    priority: priority ?? defaults.priority,
  };
}

/** Makes the options for each step of a call, with the client's limits; all steps share its `totalTimeout`. */
export function countdown(options: RequestOptions, ofClient: CallLimits): () => RequestOptions {
  const { timeout = ofClient.timeout, totalTimeout: most = ofClient.totalTimeout } = options;
  const end = elapsed() + (most ?? Infinity);
  const remaining = () => (most === undefined ? most : Math.max(1, Math.ceil(end - elapsed())));
  return () => ({ ...plain(options), timeout, totalTimeout: remaining() });
}

/** Letters of the shortest key that can be a secret. A shorter one, such as `test`, would also be part of other words. */
const shortestSecret = 8;

/** Removes the API key from texts for errors and logs. */
export function keyRemover(apiKey: string) {
  if (apiKey.length < shortestSecret) return (text: string): string => text;
  return (text: string): string => text.replaceAll(apiKey, '[API key]');
}
