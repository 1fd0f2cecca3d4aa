import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type ContentPlace,
  type ContentReference,
  type ContentValue,
  StoredContent,
} from '../state/stored-content.ts';
import { Damaged } from './problems.ts';

const { crc32 } = process.getBuiltinModule('node:zlib');

/** The SQL of the table. */
export const contentsTable =
  'CREATE TABLE contents (number INTEGER PRIMARY KEY, encoding TEXT NOT NULL, data BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT';

interface Row {
  readonly encoding: keyof typeof encodings;
  readonly data: Uint8Array;
  readonly checksum: number;
}

/** How content becomes bytes. UTF-8 cannot express half of a surrogate pair. */
const encodings = {
  bytes: (data: Uint8Array): ContentValue => data,
  utf8: (data: Uint8Array): ContentValue => bufferOf(data).toString('utf8'),
  utf16le: (data: Uint8Array): ContentValue => bufferOf(data).toString('utf16le'),
};

/** The large contents of records, each in a row of its own. A row goes when nothing in memory refers to it any more. */
export class Contents implements ContentPlace {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #delete: StatementSync;
  /** The contents that a file refers to; only while it is read. */
  #referenced = new Map<number, StoredContent>();
  #next: number;
  /** Numbers of contents that no record, snapshot or fork can refer to. */
  readonly #unreachable: number[] = [];
  readonly #registry = new FinalizationRegistry<number>((number) => this.#unreachable.push(number));

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO contents VALUES (?, ?, ?, ?)');
    this.#select = database.prepare('SELECT encoding, data, checksum FROM contents WHERE number = ?');
    this.#delete = database.prepare('DELETE FROM contents WHERE number = ?');
    const { last } = database.prepare('SELECT max(number) AS last FROM contents').get() as {
      last: number | null;
    };
    this.#next = (last ?? 0) + 1;
  }

  /** Writes a content at once, in a transaction of its own. */
  put<T extends ContentValue>(content: T): StoredContent<T> {
    const { encoding, data } = encoded(content);
    this.#insert.run(this.#next, encoding, data, crc32(data));
    const reference = { content: this.#next, length: content.length, bytes: bytesOf(content, data) };
    this.#next += 1;
    return this.#known(reference) as StoredContent<T>;
  }

  read(number: number): ContentValue {
    const row = this.#select.get(number) as Row | undefined;
    if (!row || crc32(row.data) !== row.checksum) throw new Damaged(`content ${number}`);
    return encodings[row.encoding](row.data);
  }

  /** The content that a record in the file refers to; the same one for the same reference. */
  referredTo(reference: ContentReference): StoredContent {
    const content = this.#referenced.get(reference.content) ?? this.#known(reference);
    this.#referenced.set(content.number, content);
    return content;
  }

  /** After all records were read: checks that their contents are there, and deletes all others. */
  finishReading(): void {
    const rows = this.#database.prepare('SELECT number FROM contents').all() as { readonly number: number }[];
    const found = new Set(rows.map(({ number }) => number));
    for (const number of this.#referenced.keys()) {
      if (!found.has(number)) throw new Damaged(`content ${number}`);
    }
    this.#unreachable.push(...[...found].filter((number) => !this.#referenced.has(number)));
    this.#referenced = new Map();
  }

  /** Deletes the contents that nothing refers to; part of a transaction. Returns what to call once it has succeeded. */
  deleteUnreachable(): () => void {
    const { length } = this.#unreachable;
    for (const number of this.#unreachable) this.#delete.run(number);
    return () => void this.#unreachable.splice(0, length);
  }

  #known(reference: ContentReference): StoredContent {
    const content = new StoredContent(this, reference);
    this.#registry.register(content, content.number);
    return content;
  }
}

function encoded(content: ContentValue): Pick<Row, 'encoding' | 'data'> {
  if (typeof content !== 'string') return { encoding: 'bytes', data: content };
  const encoding = content.isWellFormed() ? 'utf8' : 'utf16le';
  return { encoding, data: Buffer.from(content, encoding) };
}

/** Bytes of a content in UTF-8. */
function bytesOf(content: ContentValue, data: Uint8Array): number {
  return typeof content === 'string' && !content.isWellFormed() ? Buffer.byteLength(content) : data.length;
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
