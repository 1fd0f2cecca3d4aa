import type { Answer } from './answer.ts';
import type { Tier } from './tier.ts';

/**
 * A request of the probes. Texts may contain `{names}` of values that earlier answers or the caller give;
 * without such a value the request is not sent.
 */
export interface ProbeRequest {
  /** How much it changes in the deployment. */
  readonly tier: Tier;
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with its query, or a whole URL. */
  readonly path: string;
  /** How it authenticates. Default: the key as a bearer token. */
  readonly auth?: 'none' | 'wrong' | 'x-api-key' | 'wrong x-api-key';
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Body, sent as it is, with its media type. */
  readonly text?: readonly [body: string, contentType: string];
  /**
   * Statuses that count as an answer although they usually say nothing about the API: 401, 403 with an error code
   * of the service, 429.
   */
  readonly expects?: readonly number[];
  /** A value without which it is not sent, although no text contains it. */
  readonly needs?: string;
  /** Values that the answer gives to later requests. */
  readonly gives?: Readonly<Record<string, (answer: Answer) => string | undefined>>;
  /** Says why nothing more of the tier may be sent; `undefined` if all is well. */
  readonly stopsIf?: (answer: Answer) => string | undefined;
  /** Sends it again and again until this status, or until the rate limit must have been met. */
  readonly until?: number;
  /** How long to wait before it, in milliseconds: what it reads takes time. */
  readonly pause?: number;
}
