/** Facts about an answer, beside its payload (api.md §1). */
export interface ResponseMeta {
  /** The service's time when it answered. ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  /** Id of this one answer; quote it when you report a problem. Also in the header `X-Request-Id`. */
  readonly requestId: string;
  /** Path of the request, without its query. */
  readonly path?: string;
}

/** Body of every answer that succeeds and has a body. */
export interface SuccessEnvelope<T = unknown> {
  readonly success: true;
  readonly data: T;
  readonly meta: ResponseMeta;
}

/** Body of every answer that fails. */
export interface ErrorEnvelope {
  readonly success: false;
  readonly error: {
    /** One of the documented codes, see `errorCodes`. */
    readonly code: string;
    /** What went wrong, for people. */
    readonly message: string;
    /** What went wrong, for programs; its shape depends on the code. */
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly meta: ResponseMeta;
}
