/** The code of a system error, for example `ENOENT`; `undefined` for any other value. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
