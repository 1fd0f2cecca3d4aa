import type { BigIntStats } from 'node:fs';
import { Displaced, Unusable } from './problems.ts';

const { closeSync, fstatSync, ftruncateSync, openSync, readSync, statSync } =
  process.getBuiltinModule('node:fs');
const nodePath = process.getBuiltinModule('node:path');

/**
 * The absolute path of a database, which SQLite takes as it is: it reads other names, such as `:memory:` and
 * `file:…`, in its own way. A new file can be read and written by its owner only, and so can its log, because
 * SQLite copies the permissions.
 *
 * @throws Unusable if something else than a file is there. Opening a pipe would never end.
 */
export function fileFor(name: string): string {
  const path = nodePath.resolve(name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new Unusable('is a folder, a pipe or a device: choose the path of a file');
  // Closing a file ends the locks that this process has on it, so an existing one is not opened here.
  if (!found) closeSync(openSync(path, 'a', 0o600));
  return path;
}

/** Identifies a file on this machine: its device and its number there. */
export function idOfFile(path: string): string {
  return idOf(statSync(path, { bigint: true }));
}

const idOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** A database and its log. SQLite does not notice when they are removed or replaced, and writes into unlinked files. */
export class DatabaseFiles {
  readonly #path: string;
  readonly #database: OpenFile;
  /** SQLite creates the log with the first write. */
  #log: OpenFile | undefined;

  /** @param path A database that SQLite has locked. */
  constructor(path: string) {
    this.#path = path;
    this.#database = new OpenFile(path);
    this.remember();
  }

  /** Takes both files as they are now. To be called after each write. */
  remember(): void {
    const log = `${this.#path}-wal`;
    if (!this.#log && statSync(log, { throwIfNoEntry: false })) this.#log = new OpenFile(log);
    this.#database.remember();
    this.#log?.remember();
  }

  /**
   * To be called before each write.
   *
   * @throws Displaced if one of the files is no longer there, or not as this process left it.
   */
  check(): void {
    const change = this.#database.change ?? this.#log?.change;
    if (change) throw new Displaced(change);
  }

  /** To be called before SQLite closes the database: it would write its log into a file that is there instead. */
  protect(): void {
    const { change } = this.#database;
    if (change === 'replaced' || change === 'overwritten') this.#log?.empty();
  }

  /** After SQLite has closed the database. */
  close(): void {
    this.#database.close();
    this.#log?.close();
  }
}

/** Bytes at the start of a file that differ between its versions: SQLite counts changes there. */
const headLength = 100;

class OpenFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #id: string;
  readonly #head = Buffer.alloc(headLength);
  readonly #found = Buffer.alloc(headLength);
  #size = 0;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, 'r+');
    this.#id = idOf(fstatSync(this.#descriptor, { bigint: true }));
  }

  remember(): void {
    this.#size = fstatSync(this.#descriptor).size;
    readSync(this.#descriptor, this.#head, 0, headLength, 0);
  }

  /** What others have done to it; `undefined` for nothing. */
  get change(): 'removed' | 'replaced' | 'overwritten' | undefined {
    const there = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    if (!there) return 'removed';
    if (idOf(there) !== this.#id) return 'replaced';
    if (Number(there.size) !== this.#size) return 'overwritten';
    const length = readSync(this.#descriptor, this.#found, 0, headLength, 0);
    const isSame = this.#found.subarray(0, length).equals(this.#head.subarray(0, length));
    return isSame ? undefined : 'overwritten';
  }

  empty(): void {
    ftruncateSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
