import type { RateLimit } from './rate-limit.ts';

/** A result, with the answer it came in. */
export interface WithResponse<T> {
  /** What awaiting the call gives. */
  readonly data: T;
  /**
   * The parsed body as it came, envelope included: fields that this version does not know are here.
   * `undefined` if there was none, and for uploads.
   */
  readonly raw: unknown;
  /** The answer: status and headers. Its body has been read already. */
  readonly response: Response;
  /** Id of the answer; quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** Where the API key stands in its rate window, where the service said so. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * What every method returns: a promise of the result, which can also give the answer it came in. The
 * request is made once, whether either, both or neither is asked for.
 */
export class APIPromise<T> extends Promise<T> {
  /** `then`, `catch` and `finally` give plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #answer: Promise<WithResponse<T>>;

  /** @internal */
  constructor(answer: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject);
    });
    this.#answer = answer;
  }

  /** The result with the answer it came in. Rejects as the promise itself does. */
  withResponse(): Promise<WithResponse<T>> {
    // Who asks here handles the failure here: the promise itself must not report it once more.
    this.catch(() => undefined);
    return this.#answer;
  }
}
