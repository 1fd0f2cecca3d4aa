import type * as z from 'zod/mini';
import type { FieldError } from '../checking/issues.ts';
import type { ErrorCode } from './errors.ts';

/** The five resources of the service. */
export type Resource = 'emails' | 'attachments' | 'contact lists' | 'contacts' | 'verification';

/**
 * When a client may retry a call without being asked (A23, A117).
 * - `safe`: always, even if the outcome is unknown after a lost connection, a timeout, 408 or 5xx. Doing it
 *   twice does no harm.
 * - `with-idempotency-key`: like `safe` if the request carries a key, else like `if-not-done`.
 * - `if-not-done`: only if the service certainly did nothing: the request never reached it, or the response
 *   was `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`.
 */
export type RetryRule = 'safe' | 'with-idempotency-key' | 'if-not-done';

/** One row of the table of operations. */
export interface Operation {
  /** Its name everywhere: client, sandbox, OpenAPI `operationId`, heading of the docs. */
  readonly name: string;
  /** The resource it belongs to. */
  readonly resource: Resource;
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base URL, with `{parameters}`. */
  readonly path: `/${string}`;
  /** Schema of the query. Absent if the operation reads none. */
  readonly query?: z.ZodMiniType;
  /** Schema of the JSON body. Absent if the operation reads none. */
  readonly body?: z.ZodMiniType;
  /** Finds the parts of a valid body that the service ignores. Absent if it ignores none. */
  readonly withoutEffect?: (body: unknown) => readonly FieldError[];
  /** HTTP status of success (A19). */
  readonly status: 200 | 201 | 202 | 204;
  /** HTTP status of success if the work is done at once, if it differs (A19). */
  readonly statusAtOnce?: 200;
  /** Schema of the documented payload, `data` of the envelope. Absent if the response has none. */
  readonly response?: z.ZodMiniType;
  /** When a client may repeat it without being asked. */
  readonly retry: RetryRule;
  /** Present if the document of the service lacks it, and only its published clients show it (A126). */
  readonly published?: true;
}

/** Rows of the table, by the name of their operation. */
export type Rows = Readonly<Record<string, Omit<Operation, 'name' | 'resource'>>>;

/** Rows with their names and their resource. */
export function rowsOf<Of extends Resource, R extends Rows>(
  resource: Of,
  rows: R,
): { readonly [Name in keyof R & string]: R[Name] & { readonly name: Name; readonly resource: Of } } {
  const named = Object.entries(rows).map(([name, row]) => [name, { name, resource, ...row }] as const);
  return Object.fromEntries(named) as ReturnType<typeof rowsOf<Of, R>>;
}

/** What each of some operations does. Not in the rows: an app's bundle contains them only if the app uses them. */
export type Descriptions<Of> = Readonly<Record<keyof Of, Description>>;

interface Description {
  /** What the operation does, in one line. */
  readonly summary: string;
  /** Its error codes, besides `commonErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** Which operations a service has: those of its document, or also those that only its published clients show (A126). */
export type Endpoints = 'documented' | 'published';
