/** The code of an error of the system, for instance `ENOENT`; `undefined` for what has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** What whatever was thrown says, for the message of an error that says where. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
