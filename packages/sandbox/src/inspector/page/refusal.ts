/** What the API says in the body of an error. */
export interface Refusal {
  /** About the whole request; `undefined` if the body is not that of an error. */
  readonly message: string | undefined;
  /** About single fields, by their path, such as `to[1]`. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Reads the body of an error. */
export function refusalIn(text: string | undefined): Refusal {
  const { error } = Object(parsed(text)) as {
    readonly error?: { readonly message?: unknown; readonly details?: { readonly errors?: unknown } };
  };
  const listed: readonly unknown[] = Array.isArray(error?.details?.errors) ? error.details.errors : [];
  const rows = listed.map((row) => Object(row) as { readonly field?: unknown; readonly message?: unknown });
  return {
    message: typeof error?.message === 'string' ? error.message : undefined,
    fields: new Map(rows.toReversed().map(({ field, message }) => [String(field), String(message)])),
  };
}

/** The value of a JSON text; `undefined` if it is not JSON. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
