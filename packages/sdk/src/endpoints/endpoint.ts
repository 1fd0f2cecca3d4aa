import { check, type ErrorCode, type FieldError, type Operation, type RetryRule } from '@mailrig/contract';
import { namesIn, type UnknownField, unknownFieldMistake, unknownFields } from '@mailrig/contract/checking';

export type Schema<P> = Parameters<typeof check<P>>[0];

/** Input of a call, as the caller gave it. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** A field that the client refuses to send. */
export interface RefusedField extends FieldError {
  /** The value that was refused, if the error may show it. */
  readonly value?: unknown;
  /** Code that the service would use. Default `VALIDATION_ERROR`. */
  readonly code?: ErrorCode;
}

/** The method for many, for the error if an array is passed to the method for one. */
export interface Many {
  readonly method: string;
  /** Field of the body that may be passed as an array by mistake. Default: the body. */
  readonly field?: string;
}

/** The value of a payload, or its first mistake. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: FieldError };

/** An operation as the client uses it. `T` is what the method returns. */
export interface Endpoint<T> {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Whether the caller wrote the path, which is no template then. */
  readonly isLiteral?: boolean;
  readonly retry: RetryRule;
  /** The method that takes many of what this one takes one of. */
  readonly many?: Many;
  /** Error code that shows that an earlier attempt succeeded, if its outcome was unknown. */
  readonly doneBefore?: ErrorCode;
  /** Whether `null` in the response differs from absent. Default false (A16). */
  readonly keepNulls?: boolean;
  /** Names of the fields of its body, for a hint about one that was given as an option. */
  fields?(): readonly string[];
  /** Converts the body to its form on the wire, before the check. Returns also the fields that it cannot convert. */
  prepare?(body: unknown): { readonly body: unknown; readonly invalid: readonly RefusedField[] };
  /** The fields of query and body that the operation does not have. */
  unknownFields(input: CallInput): readonly RefusedField[];
  /** Checks query and body. Returns the wrong fields in the order of the request. */
  invalidFields(input: CallInput): readonly RefusedField[];
  /**
   * Converts a response for the caller.
   *
   * @param payload `data` of the envelope.
   * @param body The whole JSON body.
   */
  read(payload: unknown, body: unknown): Reading<T>;
}

/** How an endpoint checks its body and converts its response. */
export interface Translation<P, T> {
  /** Converts other shapes of the response to the documented one, before the check. */
  readonly normalise?: (payload: unknown) => unknown;
  /** Converts a checked payload for the caller. */
  readonly present: (payload: P) => T;
  /** Checks that the schema of the body cannot express. Called only if the schema accepts the body. */
  readonly extraChecks?: (body: unknown) => readonly RefusedField[];
  /** See `Endpoint.many`. */
  readonly many?: Many;
  /** Fields of the method that it replaces before it sends, for a hint about one that is misspelt. */
  readonly ownFields?: readonly string[];
}

/** An endpoint that returns one record. */
export function endpoint<P, T>(
  row: Operation & { readonly response: Schema<P> },
  { normalise = same, present, extraChecks, many, ownFields }: Translation<P, T>,
): Endpoint<T> {
  return {
    ...request(row, extraChecks, ownFields),
    ...(many && { many }),
    read(payload) {
      const checked = check(row.response, normalise(payload), { abortEarly: true });
      return checked.ok ? { ok: true, value: present(checked.value) } : failed(checked.errors);
    },
  };
}

/** An endpoint that returns nothing. */
export function endpointWithoutPayload(
  row: Operation,
  translation: { readonly doneBefore?: ErrorCode } = {},
): Endpoint<void> {
  return { ...request(row), ...translation, read: () => ({ ok: true, value: undefined }) };
}

/** What every endpoint of a row has, regardless of what it returns. */
export function request(
  row: Operation,
  extraChecks: (body: unknown) => readonly RefusedField[] = () => [],
  ownFields: readonly string[] = [],
): Omit<Endpoint<never>, 'read'> {
  return {
    operation: row.name,
    method: row.method,
    path: row.path,
    retry: row.retry,
    fields: () => [...(row.body ? namesIn(row.body) : []), ...ownFields],
    // A part of a body that the service ignores is a mistake like a field that does not exist.
    unknownFields: ({ query, body }) => [
      ...[...unknownIn(row.query, query), ...unknownIn(row.body, body)].map((unknown) =>
        unknownFieldMistake({ ...unknown, known: [...unknown.known, ...ownFields] }),
      ),
      ...(row.withoutEffect?.(body) ?? []),
    ],
    invalidFields: ({ query = {}, body }) => {
      const invalid = [...invalidFieldsOf(row.query, query), ...invalidFieldsOf(row.body, body)];
      return invalid.length > 0 ? invalid : extraChecks(body);
    },
  };
}

function unknownIn(schema: Schema<unknown> | undefined, value: unknown): readonly UnknownField[] {
  return schema ? unknownFields(schema, value) : [];
}

function invalidFieldsOf(schema: Schema<unknown> | undefined, value: unknown): readonly RefusedField[] {
  if (schema === undefined) return [];
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors;
}

/** The reading of a payload that failed a check. */
export function failed(errors: readonly FieldError[]): Reading<never> {
  const { field, message } = errors[0] ?? { field: '', message: 'is not as documented' };
  return { ok: false, error: { field, message } };
}

/** Whether a URL would leave out this segment of its path. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

const same = <V>(value: V): V => value;
