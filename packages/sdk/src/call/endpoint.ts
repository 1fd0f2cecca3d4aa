import {
  check,
  type ErrorCode,
  type FieldError,
  type Operation,
  type Pagination,
  type RetryRule,
} from '@mailrig/contract';
import { type Fields, fieldsOf } from './fields.ts';
import { toDocumentedPage } from './pagination.ts';

type Schema<P> = Parameters<typeof check<P>>[0];

/** What a call is made of, as the caller gave it. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** A field that is wrong, with the value found there. */
export interface Finding extends FieldError {
  readonly value: unknown;
  /** What the service would call it. Default `VALIDATION_ERROR`. */
  readonly code?: ErrorCode;
}

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
  /** What else is wrong with a body that its schema lets through. */
  readonly judge?: (body: unknown) => readonly Finding[];
}

/** Reads another page of the same list. */
export type FetchPage<L> = (page: number) => Promise<L>;

/** A page that was read and only needs to know how to read others. */
export type Listing<L> = (fetchPage: FetchPage<L>) => L;

/** What an endpoint of a list adds to its row. */
export interface ListTranslation<P, L> {
  /** Where the documented payload holds the array. */
  readonly key: keyof P & string;
  /** Brings each item into its documented form. */
  readonly normaliseItem?: (item: unknown) => unknown;
  /** Brings what else comes with the page into its documented form. */
  readonly normalise?: (page: Fields, body: Fields) => Fields;
  /** Makes the caller's page. */
  readonly open: (payload: P, fetchPage: FetchPage<L>) => L;
}

/** An operation that answers with one thing. */
export function endpoint<P, T>(
  row: Operation & { readonly response: Schema<P> },
  { normalise = same, present, judge }: Translation<P, T>,
): Endpoint<T> {
  return readingEndpoint<T>(
    row,
    (payload) => {
      const checked = check(row.response, normalise(payload));
      return checked.ok ? { ok: true, value: present(checked.value) } : failed(checked.errors);
    },
    judge,
  );
}

/** An operation whose answer is read in a way of its own. */
export function readingEndpoint<T>(
  row: Operation,
  read: (payload: unknown) => Reading<T>,
  judge?: (body: unknown) => readonly Finding[],
): Endpoint<T> {
  return { ...request(row, judge), read };
}

/** An operation whose answer has no payload. */
export function endpointWithoutPayload(
  row: Operation,
  translation: { readonly doneBefore?: ErrorCode } = {},
): Endpoint<void> {
  return { ...request(row), ...translation, read: () => ({ ok: true, value: undefined }) };
}

/** An operation that answers with a page of a list. */
export function listEndpoint<P, L>(
  row: Operation & { readonly response: Schema<P> },
  { key, normaliseItem = same, normalise = same, open }: ListTranslation<P, L>,
): Endpoint<Listing<L>> {
  return {
    ...request(row),
    read(payload, body) {
      const page = toDocumentedPage(key, payload, body, normaliseItem);
      const checked = check(row.response, page && normalise(page, fieldsOf(body)));
      if (!checked.ok) return failed(checked.errors);
      const { value } = checked;
      return { ok: true, value: (fetchPage) => open(value, fetchPage) };
    },
  };
}

/**
 * An operation whose documented payload is the bare array of a list (decision A37); a page of it is
 * taken too.
 *
 * @param pagination What the pagination of such a page must be.
 */
export function arrayEndpoint<T, L>(
  row: Operation & { readonly response: Schema<readonly T[]> },
  pagination: Schema<Pagination>,
  normaliseItem: (item: unknown) => unknown,
  open: (items: readonly T[], pagination: Pagination, fetchPage: FetchPage<L>) => L,
): Endpoint<Listing<L>> {
  return {
    ...request(row),
    read(payload, body) {
      const page = toDocumentedPage('items', payload, body, normaliseItem);
      const items = check(row.response, page?.['items']);
      if (!items.ok) return failed(items.errors);
      const where = check(pagination, page?.['pagination']);
      if (!where.ok) return failed(where.errors);
      return { ok: true, value: (fetchPage) => open(items.value, where.value, fetchPage) };
    },
  };
}

function request(
  row: Operation,
  judge: (body: unknown) => readonly Finding[] = noFindings,
): Omit<Endpoint<never>, 'read'> {
  return {
    operation: row.name,
    method: row.method,
    path: row.path,
    retry: row.retry,
    findings: ({ query = {}, body }) => {
      const found = [...findingsOf(row.query, query), ...findingsOf(row.body, body)];
      return found.length > 0 ? found : judge(body);
    },
  };
}

function findingsOf(schema: Schema<unknown> | undefined, value: unknown): readonly Finding[] {
  if (schema === undefined) return [];
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors;
}

/** What to say of a payload that a check refused. */
export function failed(errors: readonly FieldError[]): Reading<never> {
  const { field, message } = errors[0] ?? { field: '', message: 'is not as documented' };
  return { ok: false, finding: { field, message } };
}

function same<V>(value: V): V {
  return value;
}

function noFindings(): readonly Finding[] {
  return [];
}
