import {
  check,
  type ErrorCode,
  type FieldError,
  type Operation,
  type Pagination,
  type RetryRule,
} from '@mailrig/contract';
import type { Item } from '../page.ts';
import { toDocumentedPage } from './pagination.ts';

type Schema<P> = Parameters<typeof check<P>>[0];

/** What a call is made of, as the caller gave it. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** A field that is wrong, with the value found there. */
export type Finding = FieldError & { readonly value: unknown };

/** A payload that was read, or what is wrong with it. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly finding: FieldError };

/** A row of the table of operations as the client uses it, with how its answer becomes a `T`. */
export interface Endpoint<T> {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly retry: RetryRule;
  /** Code which, after an attempt with unknown outcome, says that that attempt succeeded. */
  readonly doneBefore?: ErrorCode;
  /** Whether `null` in the answer is told from absent. */
  readonly keepNulls?: boolean;
  /** What is wrong with query and body, in the order of the fields. */
  findings(input: CallInput): readonly Finding[];
  /**
   * Makes the caller's value of an answer.
   *
   * @param payload `data` of the envelope.
   * @param body The whole JSON body.
   */
  read(payload: unknown, body: unknown): Reading<T>;
}

/** What an endpoint adds to its row. */
export interface Translation<P, T> {
  /** Brings the other shapes that the service may answer in into the documented one, before it is checked. */
  readonly normalise?: (payload: unknown) => unknown;
  /** Makes the caller's value of a payload that was checked. */
  readonly present: (payload: P) => T;
  readonly doneBefore?: ErrorCode;
}

/** One page of a list. */
export interface Listed<T extends Item> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** An operation that answers with one thing. */
export function endpoint<P, T>(
  row: Operation & { readonly response: Schema<P> },
  translation: Translation<P, T>,
): Endpoint<T> {
  const { normalise, present } = translation;
  return {
    ...request(row),
    ...(translation.doneBefore && { doneBefore: translation.doneBefore }),
    read(payload) {
      const checked = check(row.response, normalise ? normalise(payload) : payload);
      return checked.ok ? { ok: true, value: present(checked.value) } : failed(checked.errors);
    },
  };
}

/** An operation whose answer has no payload. */
export function endpointWithoutPayload(
  row: Operation,
  translation: { readonly doneBefore?: ErrorCode } = {},
): Endpoint<void> {
  return { ...request(row), ...translation, read: () => ({ ok: true, value: undefined }) };
}

/**
 * An operation that answers with a page of a list.
 *
 * @param key Where the documented payload holds the array.
 */
export function listEndpoint<P extends { readonly pagination: Pagination }, T extends Item>(
  row: Operation & { readonly response: Schema<P> },
  key: keyof P & string,
  items: (payload: P) => readonly T[],
): Endpoint<Listed<T>> {
  return {
    ...request(row),
    read(payload, body) {
      const checked = check(row.response, toDocumentedPage(key, payload, body));
      if (!checked.ok) return failed(checked.errors);
      return { ok: true, value: { items: items(checked.value), pagination: checked.value.pagination } };
    },
  };
}

function request(row: Operation): Omit<Endpoint<never>, 'read'> {
  return {
    operation: row.name,
    method: row.method,
    path: row.path,
    retry: row.retry,
    findings: ({ query = {}, body }) => [...findingsOf(row.query, query), ...findingsOf(row.body, body)],
  };
}

function findingsOf(schema: Schema<unknown> | undefined, value: unknown): readonly Finding[] {
  if (schema === undefined) return [];
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors;
}

function failed(errors: readonly FieldError[]): Reading<never> {
  const { field, message } = errors[0] ?? { field: '', message: 'is not as documented' };
  return { ok: false, finding: { field, message } };
}
