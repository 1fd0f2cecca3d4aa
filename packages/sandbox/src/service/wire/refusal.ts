import { type ErrorCode, type ErrorDetails, errorMeanings, type FieldError } from '@mailrig/contract';

/** An error of the API: thrown where the reason is found; `refusalResponse` makes the response of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    message: string = errorMeanings[code],
    details?: ErrorDetails<ErrorCode>,
    headers?: Readonly<Record<string, string>>,
  ) {
    super(message);
    this.code = code;
    this.details = details as Readonly<Record<string, unknown>> | undefined;
    this.headers = headers;
  }
}

/** A refusal about one field. */
export function fieldRefusal(code: ErrorCode, field: string, message: string, value?: unknown): Refusal {
  return fieldsRefusal(code, [{ field, message, value }]);
}

const mostErrors = 20;

/** A refusal about several fields, of which at most 20 are listed (A100); the first gives the message (A21). */
export function fieldsRefusal(
  code: ErrorCode,
  errors: readonly (FieldError & { readonly value?: unknown })[],
): Refusal {
  const [first] = errors;
  if (!first) return new Refusal(code);
  const { field: name, message: problem } = first;
  return new Refusal(code, `${name === '' ? 'The request' : name} ${problem}`, {
    ...(name !== '' && { field: name }),
    ...(first.value !== undefined && { value: echo(first.value) }),
    errors: errors.slice(0, mostErrors).map(({ field, message }) => ({ field, message })),
  });
}

const echoLength = 256;

/** The value as it came, shortened for an error message (A21). */
export function echo(value: string): string;
export function echo(value: unknown): unknown;
export function echo(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, echoLength);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= echoLength ? value : text.slice(0, echoLength);
}
