import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type ContentStore,
  type ContentReference,
  type ContentValue,
  DamagedContent,
  StoredContent,
} from '../state/stored-content.ts';
import { Damaged } from './problems.ts';
import { resultCodeOf, resultCodes } from './sqlite.ts';

const { crc32 } = process.getBuiltinModule('node:zlib');

/** The SQL of the table. */
export const contentsTable =
  'CREATE TABLE contents (number INTEGER PRIMARY KEY, encoding TEXT NOT NULL, data BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT';

interface Row {
  readonly encoding: keyof typeof encodings;
  readonly data: Uint8Array;
  readonly checksum: number;
}

/** Contents to delete after one commit. */
const mostDeletions = 1_000;

/** How content becomes bytes. UTF-8 cannot express half of a surrogate pair. */
const encodings = {
  bytes: (data: Uint8Array): ContentValue => data,
  utf8: (data: Uint8Array): ContentValue => bufferOf(data).toString('utf8'),
  utf16le: (data: Uint8Array): ContentValue => bufferOf(data).toString('utf16le'),
};

/** The large contents of records, one row each. A row is deleted as soon as nothing in memory refers to it. */
export class Contents implements ContentStore {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #delete: StatementSync;
  /** The contents that a file refers to; only while it is read. */
  #referenced = new Map<number, StoredContent>();
  #next: number;
  /** Numbers of contents that no record, snapshot or fork can refer to. */
  readonly #unreachable: number[] = [];
  readonly #registry = new FinalizationRegistry<number>((number) => this.#unreachable.push(number));

  /** @param file The path of the database, for messages. */
  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
    this.#insert = database.prepare('INSERT INTO contents VALUES (?, ?, ?, ?)');
    this.#select = database.prepare('SELECT encoding, data, checksum FROM contents WHERE number = ?');
    this.#delete = database.prepare('DELETE FROM contents WHERE number = ?');
    const { last } = database.prepare('SELECT max(number) AS last FROM contents').get() as {
      last: number | null;
    };
    this.#next = (last ?? 0) + 1;
  }

  /** Writes a content at once, in a separate transaction. */
  put<T extends ContentValue>(content: T): StoredContent<T> {
    const { encoding, data } = encoded(content);
    this.#insert.run(this.#next, encoding, data, crc32(data));
    // In UTF-8.
    const bytes = encoding === 'utf16le' ? Buffer.byteLength(content as string) : data.length;
    const reference = { content: this.#next, length: content.length, bytes };
    this.#next += 1;
    return this.#known(reference) as StoredContent<T>;
  }

  read(number: number): ContentValue {
    const row = this.#row(number);
    if (row && crc32(row.data) === row.checksum) return encodings[row.encoding](row.data);
    throw new DamagedContent(`content ${number} of the state file ${this.#file} is damaged`);
  }

  /** A row; `undefined` if it is gone or SQLite cannot read it. */
  #row(number: number): Row | undefined {
    try {
      return this.#select.get(number) as Row | undefined;
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
  }

  /** The content that a record in the file refers to; the same one for the same reference. */
  referredTo(reference: ContentReference): StoredContent {
    const content = this.#referenced.get(reference.content) ?? this.#known(reference);
    this.#referenced.set(content.number, content);
    return content;
  }

  /** Once all records have been read, checks that their contents are there, and deletes all others. */
  finishReading(): void {
    const rows = this.#database.prepare('SELECT number FROM contents').all() as { readonly number: number }[];
    const found = new Set(rows.map(({ number }) => number));
    for (const number of this.#referenced.keys()) {
      if (!found.has(number)) throw new Damaged(`content ${number}`);
    }
    for (const number of found) if (!this.#referenced.has(number)) this.#unreachable.push(number);
    this.#referenced = new Map();
  }

  /** Deletes contents that nothing refers to, outside of transactions. What is damaged stays in the file. */
  deleteUnreachable(): void {
    // A file may begin with very many, and other work must not wait.
    for (const number of this.#unreachable.splice(0, mostDeletions)) {
      try {
        this.#delete.run(number);
      } catch (error) {
        // On a full disk, for example, the next write tries again.
        if (!isDamage(error)) this.#unreachable.push(number);
      }
    }
  }

  #known(reference: ContentReference): StoredContent {
    const content = new StoredContent(this, reference);
    this.#registry.register(content, content.number);
    return content;
  }
}

/** Whether SQLite could not read a part of the file, or found something else there. */
function isDamage(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === resultCodes.corrupt || code === resultCodes.ioError;
}

function encoded(content: ContentValue): Pick<Row, 'encoding' | 'data'> {
  if (typeof content !== 'string') return { encoding: 'bytes', data: content };
  const encoding = content.isWellFormed() ? 'utf8' : 'utf16le';
  return { encoding, data: Buffer.from(content, encoding) };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
