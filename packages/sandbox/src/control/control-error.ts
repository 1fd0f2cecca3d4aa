/** A control call that cannot be done: an exception in TypeScript, an error envelope over HTTP. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** HTTP status of the answer. */
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** More headers for the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details?: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

export function notFound(what: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', `There is no ${what}`);
}

export function impossible(message: string): ControlError {
  return new ControlError(409, 'INVALID_TRANSITION', message);
}

export function invalid(field: string, message: string): ControlError {
  return new ControlError(400, 'VALIDATION_ERROR', `${field} ${message}`, {
    field,
    errors: [{ field, message }],
  });
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
