import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { visitStateChanges } from '../saving/changes.ts';
import {
  type ContentReference,
  type ContentValue,
  copyOfContent,
  mapContents,
  StoredContent,
} from '../state/stored-content.ts';
import { encodeBytes, headerOf, type SavedHeader, savedVersion } from '../saving/saved.ts';
import { Staging } from '../saving/staging.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { Store } from '../state/store.ts';
import { Contents, contentsTable } from './contents.ts';
import { fileFor, DatabaseFiles } from './database-files.ts';
import { Damaged, foreign, ofVersion } from './problems.ts';
import { sqlite } from './sqlite.ts';

const { crc32 } = process.getBuiltinModule('node:zlib');

/** Marks the databases of the sandbox: `MRig` in ASCII. */
const applicationId = 0x4d_52_69_67;

/** Milliseconds to wait for another process that is about to end. */
const lockTimeout = 1_000;

/** Bytes of a page. An email and its request take about 3 kB, so that smaller pages mean twice the writes. */
const pageSize = 8_192;

/** Pages of the write-ahead log that begin to move to the file. Each move waits for the disk. */
const pagesInLog = 4_000;

/** Bytes to which the write-ahead log is cut after it was larger. */
const largestLog = 64 * 1024 * 1024;

interface Row {
  readonly number: number;
  readonly json: string;
  readonly checksum: number;
}

/** A state in a file: a table per section, an entry per row, as JSON, and the header. One process can open it. */
export class StateDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #contents: Contents;
  readonly #files: DatabaseFiles;
  /** The header in the file, without the time of a clock that follows the system's. */
  #header = '';

  /**
   * Opens a file, or creates it for its owner only. A file that holds anything else is not changed: an `Unusable` names
   * what it is. Errors of SQLite pass through.
   */
  constructor(file: string, sections: readonly string[]) {
    const path = fileFor(file);
    this.#database = new (sqlite().DatabaseSync)(path);
    try {
      this.#database.exec(`PRAGMA busy_timeout = ${lockTimeout}; PRAGMA locking_mode = EXCLUSIVE`);
      // The first access locks the file, and fails if it is no database.
      const isEmpty = this.#number('SELECT count(*) FROM sqlite_schema') === 0;
      const version = this.#number('PRAGMA user_version');
      if (!isEmpty && this.#number('PRAGMA application_id') !== applicationId) throw foreign();
      if (!isEmpty && version !== savedVersion) throw ofVersion(version, savedVersion);
      // A crash of the machine may cost the latest commits, because not every one is synced; a crash of the
      // process costs none.
      this.#database.exec(
        `PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
         PRAGMA wal_autocheckpoint = ${pagesInLog}; PRAGMA journal_size_limit = ${largestLog}`,
      );
      if (isEmpty) this.#create(sections);
      this.#contents = new Contents(this.#database, path);
      this.#files = new DatabaseFiles(path);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Whether the file holds a state; it does not before the first write. */
  get holdsState(): boolean {
    return this.#number('SELECT count(*) FROM header') > 0;
  }

  /** Reads the whole state. Throws `Damaged` or `TypeError`, naming what is wrong with it. */
  read(store: Store): Snapshot {
    let staging: Staging | undefined;
    for (const { json } of this.#rows('header')) {
      staging = new Staging(
        store,
        JSON.parse(json) as SavedHeader,
        (saved) => this.#contentFrom(saved),
        false,
      );
      for (const section of staging.sections) {
        for (const row of this.#rows(section))
          staging.add(section, row.number, JSON.parse(row.json) as object);
      }
    }
    this.#contents.finishReading();
    if (!staging) throw new Damaged('the header');
    const state = staging.finish();
    // This counts as a change, so an earlier copy that somebody puts in its place is not the same file.
    this.#database.exec(`PRAGMA user_version = ${savedVersion}; PRAGMA wal_checkpoint(TRUNCATE)`);
    this.#files.remember();
    return state;
  }

  /** Writes what differs between two snapshots, or a whole one, in one transaction. */
  write(before: Snapshot | undefined, after: Snapshot): void {
    const { clock, ...header } = headerOf(after);
    const followsSystem = clock.frozenAt === undefined && clock.offset === 0;
    const lasting = JSON.stringify(followsSystem ? header : { ...header, clock });
    let isBegun = false;
    const begin = () => {
      if (isBegun) return;
      this.#files.check();
      this.#run('BEGIN IMMEDIATE');
      isBegun = true;
    };
    // Most entries that go are the oldest of the request log, one after another.
    let gone = { section: '', first: 0, last: 0 };
    const deleteGone = () => {
      const { section, first, last } = gone;
      if (section !== '') this.#run(`DELETE FROM ${section} WHERE number BETWEEN ? AND ?`, first, last);
      gone = { section: '', first: 0, last: 0 };
    };
    try {
      visitStateChanges(before, after, (section, number, entry) => {
        begin();
        if (!entry && section === gone.section && number === gone.last + 1) gone.last = number;
        else {
          deleteGone();
          if (entry) this.#put(section, number, this.#jsonOf(section, entry));
          else gone = { section, first: number, last: number };
        }
      });
      deleteGone();
      if (!isBegun && lasting === this.#header) return;
      begin();
      this.#put('header', 0, JSON.stringify({ ...header, clock }));
      this.#run('COMMIT');
      this.#header = lasting;
      this.#contents.deleteUnreachable();
    } catch (error) {
      if (isBegun) this.#rollBack();
      throw error;
    } finally {
      if (isBegun) this.#files.remember();
    }
  }

  /** Writes a content at once. It is deleted again if no record refers to it. */
  putAway<T extends ContentValue>(content: T): StoredContent<T> {
    this.#files.check();
    try {
      return this.#contents.put(content);
    } finally {
      this.#files.remember();
    }
  }

  /** Copies the state to an empty file in steps, with other work in between. */
  async copyTo(target: string): Promise<void> {
    const module = sqlite();
    // Node has the function from 22.16. The statement does the same in one go.
    if ('backup' in module) await module.backup(this.#database, target);
    else this.#run('VACUUM INTO ?', target);
  }

  close(): void {
    this.#files.protect();
    this.#database.close();
    this.#files.close();
  }

  #create(sections: readonly string[]): void {
    const columns = 'number INTEGER PRIMARY KEY, json TEXT NOT NULL, checksum INTEGER NOT NULL';
    const tables = ['header', ...sections].map((name) => `CREATE TABLE ${name} (${columns}) STRICT`);
    const marks = [`PRAGMA application_id = ${applicationId}`, `PRAGMA user_version = ${savedVersion}`];
    this.#database.exec(['BEGIN', ...tables, contentsTable, ...marks, 'COMMIT'].join(';\n'));
  }

  *#rows(table: string): Generator<Row> {
    const statement = this.#statement(`SELECT number, json, checksum FROM ${table} ORDER BY number`);
    for (const value of statement.iterate()) {
      const row = value as unknown as Row;
      if (crc32(row.json) !== row.checksum) throw new Damaged(`entry ${row.number} of ${table}`);
      yield row;
    }
  }

  #put(table: string, number: number, json: string): void {
    this.#run(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`, number, json, crc32(json));
  }

  /** An entry as JSON. It includes content that is in another file, from which the state was restored. */
  #jsonOf(section: string, entry: object): string {
    const whole = mapContents(section, entry, (content) =>
      content instanceof StoredContent && content.store !== this.#contents
        ? copyOfContent(section, content)
        : content,
    );
    return JSON.stringify(encodeBytes(whole));
  }

  #contentFrom(saved: unknown): unknown {
    return typeof saved === 'object' && saved !== null && 'content' in saved
      ? this.#contents.referredTo(saved as ContentReference)
      : saved;
  }

  #number(sql: string): number {
    const [value] = Object.values(this.#statement(sql).get() ?? {});
    return Number(value);
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #rollBack(): void {
    try {
      this.#run('ROLLBACK');
    } catch {
      // After some errors, SQLite has rolled back itself.
    }
  }
}
