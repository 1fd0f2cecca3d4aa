import { unknownName } from '@mailrig/contract';

/** A control call that cannot be done: an exception in TypeScript, an error envelope over HTTP. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Why it cannot be done, for example `NOT_FOUND`. */
  readonly code: string;
  /** The fields at fault, if there are any. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** More headers for the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status of the answer.
   * @param code Why it cannot be done, for example `NOT_FOUND`.
   * @param message What is wrong and what to do.
   * @param more Fields at fault, and headers of the answer.
   */
  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      /** The fields at fault. */
      readonly details?: ControlError['details'];
      /** More headers for the answer. */
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

export function notFound(what: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', `There is no ${what}`);
}

export function impossible(message: string): ControlError {
  return new ControlError(409, 'INVALID_TRANSITION', message);
}

export function invalid(field: string, message: string): ControlError {
  return invalidFields(`${field} ${message}`, [{ field, message }]);
}

/**
 * Refuses options that are not known, because a misspelt one would do nothing.
 *
 * @param group Path of the object, with a dot at its end. Default: none.
 * @throws ControlError with the name that was probably meant.
 */
export function refuseUnknown(given: object, names: Readonly<Record<string, unknown>>, group = ''): void {
  const unknown = unknownName(given, names);
  if (unknown) throw invalid(`${group}${unknown.name}`, unknown.message);
}

/** @param errors At least one; the first is the one that the message is about. */
export function invalidFields(
  message: string,
  errors: readonly { readonly field: string; readonly message: string }[],
): ControlError {
  const details = { field: errors[0]?.field ?? '', errors };
  return new ControlError(400, 'VALIDATION_ERROR', message, { details });
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
