import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** The five kinds of thing that the service keeps, and the headings of its document. */
export type Resource = 'emails' | 'attachments' | 'contact lists' | 'contacts' | 'verification';

/**
 * When a client may repeat a call by itself (decision A23).
 * - `safe`: repeating changes nothing more; after lost connections, timeouts, 408, 429 and 5xx.
 * - `with-idempotency-key`: as `safe`, provided that the request carries a key.
 * - `rate-limited-only`: only after `RATE_LIMIT_EXCEEDED`, which says that nothing was done.
 */
export type RetryRule = 'safe' | 'with-idempotency-key' | 'rate-limited-only';

/** What it takes to call an operation. */
export interface Call {
  /** Name everywhere: client, sandbox, OpenAPI `operationId`, docs heading. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below the base URL, with `{parameters}`. */
  readonly path: `/${string}`;
  /** What the query may hold; absent where the operation reads none. Use `check`. */
  readonly query?: z.ZodMiniType;
  /** What the JSON body must hold; absent where the operation reads none. Use `check`. */
  readonly body?: z.ZodMiniType;
  /** The payload in its documented form (`data` of the envelope); absent where the answer has no body or no payload. */
  readonly response?: z.ZodMiniType;
  readonly retry: RetryRule;
}

/** One row of the table of operations. */
export interface Operation extends Call {
  readonly resource: Resource;
  /** What it does, in one line. */
  readonly summary: string;
  /** HTTP status of success (decision A19). */
  readonly status: 200 | 201 | 202 | 204;
  /** Codes it answers with, beside those that any operation may. */
  readonly errors: readonly ErrorCode[];
}

/** Codes that every operation under `/api/v1` may answer with. */
export const commonErrors: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'RATE_LIMIT_EXCEEDED',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Names of the `{parameters}` in a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;
