import { withoutAbsent, wrongOption } from '@mailrig/contract/checking';
import type * as z from 'zod/mini';

/** A control call that cannot be done: an exception in TypeScript, an error envelope over HTTP. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** HTTP status of the response. */
  readonly status: number;
  /** Why it cannot be done, for example `NOT_FOUND`. */
  readonly code: string;
  /** The fields at fault, if there are any. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** More headers for the response. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status of the response.
   * @param code Why it cannot be done, for example `NOT_FOUND`.
   * @param message What is wrong and what to do.
   * @param more Fields at fault, and headers of the response.
   */
  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      /** The fields at fault. */
      readonly details?: ControlError['details'];
      /** More headers for the response. */
      readonly headers?: ControlError['headers'];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}

/** A 404 for a record that does not exist. */
export function notFound(what: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', `There is no ${what}`);
}

/** A 409 for a change that the state rules out. */
export function impossible(message: string): ControlError {
  return new ControlError(409, 'INVALID_TRANSITION', message);
}

/** A 400 for one wrong field. */
export function invalid(field: string, message: string): ControlError {
  return invalidFields([{ field, message }]);
}

/**
 * Checks a set of options. A `ControlError` has the name that was probably meant, or what is right for a value; `what`
 * names the options as a whole.
 */
export function checkOptions(rows: z.core.$ZodType, given: unknown, what?: string): void {
  const wrong = wrongOption(rows, withoutAbsent(given));
  if (!wrong) return;
  const { field, message } = wrong;
  throw invalidFields([wrong], field === '' && what !== undefined ? `${what} ${message}` : undefined);
}

/** Checks an id that is an argument. Throws a `ControlError` that names `field` if it is no text. */
export function checkText(field: string, given: unknown): void {
  if (typeof given !== 'string') throw invalid(field, 'must be a string');
}

/** One error or more about fields. The message is that of the first by default. */
export function invalidFields(
  errors: readonly { readonly field: string; readonly message: string }[],
  words?: string,
): ControlError {
  const [{ field, message } = { field: '', message: 'is not valid' }] = errors;
  const details = { field, errors };
  return new ControlError(400, 'VALIDATION_ERROR', words ?? `${field || 'The input'} ${message}`, {
    details,
  });
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
