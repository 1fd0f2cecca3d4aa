import { fieldsOf, textAt } from '../checking/objects.ts';

/** Facts about a response, besides its payload (R4, R6). */
export interface ResponseMeta {
  /** Time of the response, by the clock of the service. ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  /** Id of this response. Quote it when you report a problem. Also in the header `X-Request-Id`. */
  readonly requestId: string;
  /** Path of the request, without its query. In every success; the document does not show it in an error (A7). */
  readonly path?: string;
}

/** Body of a successful response, if it has one (R3). */
export interface SuccessEnvelope<T = unknown> {
  /** The call succeeded. */
  readonly success: true;
  /** The payload of the operation. */
  readonly data: T;
  /** Facts about the response itself. */
  readonly meta: Required<ResponseMeta>;
}

/** Body of an error response (R5). */
export interface ErrorEnvelope {
  /** The call failed. */
  readonly success: false;
  /** Why it failed. */
  readonly error: {
    /** One of `errorCodes`; a newer service may have more. */
    readonly code: string;
    /** What went wrong, for people. */
    readonly message: string;
    /** What went wrong, for programs. The shape depends on the code. */
    readonly details?: Readonly<Record<string, unknown>>;
  };
  /** Facts about the response itself. */
  readonly meta: ResponseMeta;
}

/**
 * The payload of a response: `data` of the envelope, or the whole body if it has no envelope (A5).
 *
 * @param body The whole body.
 */
export function payloadOf(body: unknown): unknown {
  const { success, data } = fieldsOf(body);
  return typeof success === 'boolean' ? data : body;
}

/**
 * The error code of a refusal, in the envelope or without one; `undefined` if it has none.
 *
 * @param body The whole body.
 */
export function errorCodeIn(body: unknown): string | undefined {
  return textAt(fieldsOf(body)['error'], 'code') ?? textAt(body, 'code');
}
