import { isMailrigError } from '../errors/guards.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import type { RateLimit } from '../runtime/rate-limit.ts';

/** A result with its HTTP response. */
export interface WithResponse<T> {
  /** The result, as from awaiting the call. */
  readonly data: T;
  /**
   * The parsed body, including the envelope and fields unknown to this version. `undefined` for
   * uploads, and if the response has no body.
   */
  readonly raw: unknown;
  /** The HTTP response, for its status and headers. Its body has already been read. */
  readonly response: Response;
  /** Id of the response. Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The API key's rate limit, if the response reports it. */
  readonly rateLimit: RateLimit | undefined;
}

/** Result of `settle()`. Check `ok` first. */
export type Settled<T> =
  | ({
      /** Whether the call succeeded. */
      readonly ok: true;
      /** Why it failed; absent if it succeeded. */
      readonly error?: undefined;
    } & WithResponse<T>)
  | {
      /** Whether the call succeeded. */
      readonly ok: false;
      /** Why it failed; absent if it succeeded. */
      readonly error: MailrigError;
      /** Its result; absent if it failed. */
      readonly data?: undefined;
    };

/**
 * The result of a method, as a promise. Call `withResponse()` to get the HTTP response too.
 * The request is made once, even if you ask for both or for neither.
 */
export class APIPromise<T> extends Promise<T> {
  /** `then`, `catch` and `finally` return plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #response: Promise<WithResponse<T>>;

  /** @internal */
  constructor(response: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      response.then(({ data }) => resolve(data), reject);
    });
    this.#response = response;
  }

  /** The result with its HTTP response. Rejects with the same error as the promise itself. */
  withResponse(): Promise<WithResponse<T>> {
    // The caller handles a failure through the returned promise; here it must not count as unhandled.
    this.catch(() => undefined);
    return this.#response;
  }

  /**
   * The result or the error, without throwing:
   *
   * ```ts
   * const { ok, data, error } = await mail.emails.send(email).settle();
   * if (ok) console.log(data.messageId);
   * else console.warn(error.code, error.outcome);
   * ```
   */
  async settle(): Promise<Settled<T>> {
    try {
      return { ok: true, ...(await this.withResponse()) };
    } catch (error) {
      if (isMailrigError(error)) return { ok: false, error };
      throw error;
    }
  }
}

/**
 * Remembers the line that calls this package: once a call has failed, some engines no longer have it. Give the error
 * to `lead`.
 */
export function callSite(): Error {
  return new Error();
}

/** Remembers the line that calls this package, for the error of work that follows. */
export function tracing(site = callSite()) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      lead(error, site);
      throw error;
    }
  };
}

/** Runs a call. If it fails, the stack of its error leads to the line that made it. */
export function traceCaller<T>(call: () => Promise<T>): Promise<T> {
  return tracing()(call);
}

/** Lets the stack of an error of this package lead to the call site. */
export function lead(error: unknown, site: Error): void {
  if (!isMailrigError(error)) return;
  const stack = stackOf(site);
  // The first frame is `callSite`. Some engines begin a stack with the name and the message of the error.
  const [, frames] = /\n +at .*((?:\n +at .*)+)/.exec(stack) ?? [];
  const value = frames === undefined ? stack : `${error.name}: ${error.message}${frames}`;
  // Without frames of the caller, such as with `Error.stackTraceLimit = 0`, its own is better.
  if (frames === undefined && !/^.*@/.test(stack)) return;
  Object.defineProperty(error, 'stack', { value, configurable: true, writable: true });
}

/** The stack of an error, if it is a text: `Error.prepareStackTrace` may return anything, and may throw. */
function stackOf(site: Error): string {
  try {
    const stack: unknown = site.stack;
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}
