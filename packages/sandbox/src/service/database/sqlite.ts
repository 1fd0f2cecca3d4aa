import type * as Sqlite from 'node:sqlite';

/** Node's SQLite, loaded on demand and without the warning of older versions that it is experimental. */
export function sqlite(): typeof Sqlite {
  const name = 'emitWarning' satisfies keyof typeof process;
  const emitWarning: unknown = Reflect.get(process, name);
  Reflect.set(process, name, () => {});
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, name, emitWarning);
  }
}

/** The result codes of SQLite that need an explanation: https://sqlite.org/rescode.html. */
export const resultCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** The result code of an error of SQLite; `undefined` for any other error. */
export function resultCodeOf(error: unknown): number | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  // The upper bits of an extended code are details of the same error.
  return typeof code === 'number' ? code & 0xff : undefined;
}
