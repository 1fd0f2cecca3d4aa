import { truncateSync } from 'node:fs';
import process from 'node:process';
import type * as Sqlite from 'node:sqlite';

/** Result codes of SQLite: https://sqlite.org/rescode.html. */
const busy = 5;
const notADatabase = 26;

/**
 * Locks a file for one user, through an empty file next to it that stays there. The operating system holds the
 * lock and ends it with the process, however that ends. So it needs no process id, which two containers may
 * share, and nothing is left to clean up. Node locks files only through SQLite.
 *
 * @param file Absolute path.
 * @returns A function that releases the lock.
 * @throws Error if it is in use, or cannot be locked.
 */
export function lock(file: string): () => void {
  const path = `${file}.lock`;
  const database = new (sqlite().DatabaseSync)(path);
  try {
    begin(database, path);
  } catch (error) {
    database.close();
    if (codeOf(error) !== busy) throw new Error(`${path} cannot be locked`, { cause: error });
    throw new Error('in use by another run; wait until that run or its process has ended');
  }
  return () => database.close();
}

/** Takes the one lock of writers, and never writes: a full disk changes nothing. */
function begin(database: Sqlite.DatabaseSync, path: string): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (codeOf(error) !== notADatabase) throw error;
    // Something else wrote into the file, so no run has locked it.
    truncateSync(path);
    database.exec('BEGIN IMMEDIATE');
  }
}

/** Loads SQLite without the warning of Node 22 that it is experimental. */
function sqlite(): typeof Sqlite {
  const name = 'emitWarning' satisfies keyof typeof process;
  const emitWarning: unknown = Reflect.get(process, name);
  Reflect.set(process, name, () => {});
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, name, emitWarning);
  }
}

function codeOf(error: unknown): number | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  // The upper bits of an extended code are details of the same error.
  return typeof code === 'number' ? code & 0xff : undefined;
}
