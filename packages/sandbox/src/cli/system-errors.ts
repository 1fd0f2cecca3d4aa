/** The code of an error of the system, for instance `ENOENT`; `undefined` for what has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
