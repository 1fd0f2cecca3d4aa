/** The parts of records that can be large: the html and text of an email, the bytes of an attachment. */
export type ContentValue = string | Uint8Array;

/** Content of a record: the value itself, or a reference to a store outside of memory. */
export type Content<T extends ContentValue> = T | StoredContent<T>;

/** Where content is that is not in memory. */
export interface ContentStore {
  /** The content with a number. */
  read(number: number): ContentValue;
}

/** A content cannot be read, because the file that has it was damaged. The message names both. */
export class DamagedContent extends Error {
  override readonly name = 'DamagedContent';
}

/** Content that is not in memory: it is read for each use. */
export class StoredContent<T extends ContentValue = ContentValue> {
  readonly store: ContentStore;
  /** Its number in its store. */
  readonly number: number;
  /** Length of the value: UTF-16 units of text, or bytes. */
  readonly length: number;
  /** Bytes of the value, of text in UTF-8. */
  readonly bytes: number;

  constructor(store: ContentStore, { content, length, bytes }: ContentReference) {
    this.store = store;
    this.number = content;
    this.length = length;
    this.bytes = bytes;
    Object.freeze(this);
  }

  /** @throws DamagedContent */
  read(): T {
    return this.store.read(this.number) as T;
  }

  /** In the JSON of a record, the reference. */
  toJSON(): ContentReference {
    return { content: this.number, length: this.length, bytes: this.bytes };
  }
}

/** A {@link StoredContent} in JSON. No other value of such a member is an object. */
export interface ContentReference {
  readonly content: number;
  readonly length: number;
  readonly bytes: number;
}

/** UTF-16 units of text, or bytes. */
const largestInMemory = 65_536;

/** Whether content is too large to stay in memory if there is a store for it. */
export function isLarge(content: ContentValue): boolean {
  return content.length > largestInMemory;
}

/** The value of a content. Throws `DamagedContent`. */
export function readContent<T extends ContentValue>(content: Content<T>): T {
  return content instanceof StoredContent ? content.read() : content;
}

/** The value of a content, or the result of `instead` if it is damaged. */
export function readContentOr<T extends ContentValue, U>(
  content: Content<T>,
  instead: (damage: DamagedContent) => U,
): T | U {
  try {
    return readContent(content);
  } catch (error) {
    if (error instanceof DamagedContent) return instead(error);
    throw error;
  }
}

/** The value of a content of this table for a copy of its record: a sentence about the damage if it cannot be read. */
export function copyOfContent(table: string, content: Content<ContentValue>): ContentValue {
  return readContentOr(content, ({ message }) =>
    table === 'attachments' ? new TextEncoder().encode(`[${message}]`) : `[${message}]`,
  );
}

/** The members of records that are content, by the name of the table. */
const contentMembers: Readonly<Record<string, readonly string[]>> = {
  messages: ['html', 'text'],
  attachments: ['bytes'],
};

/** The record with the results of `map` as its contents; the same record if nothing changes. */
export function mapContents<R extends object>(
  table: string,
  record: R,
  map: (content: unknown) => unknown,
): R {
  let result = record;
  for (const name of contentMembers[table] ?? []) {
    const content: unknown = Reflect.get(record, name);
    if (content === undefined) continue;
    const mapped = map(content);
    if (mapped !== content) result = { ...result, [name]: mapped };
  }
  return result;
}
