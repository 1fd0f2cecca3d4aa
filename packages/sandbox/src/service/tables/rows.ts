import { KeyIndex, SetIndex } from './name-index.ts';
import { byNumber, OrderedMap, type Ownership } from './ordered-map.ts';

/** How the records of one kind are found. */
export interface TableSchema<R, Group extends string, Key extends string> {
  /** Name of the table, for messages and saved state. */
  readonly name: string;
  /** The id of a record; unique in its table. */
  readonly id: (record: R) => string;
  /** Sets of records that are listed and counted: the names of the sets that a record is in. */
  readonly groups?: Readonly<Record<Group, (record: R) => readonly string[]>>;
  /** Further unique keys. */
  readonly keys?: Readonly<Record<Key, (record: R) => string | undefined>>;
  /** Keys, or the id, that are indexed on the first look-up. The caller must ensure that they are unique. */
  readonly late?: readonly (NoInfer<Key> | 'id')[];
  /** When the record was created, for ranges of time; never earlier than the record before it. */
  readonly time?: (record: R) => number;
  /** Bytes of content of a record, if the table adds them up. */
  readonly bytes?: (record: R) => number;
}

/** The content of a table: its records by number, and every index over them. */
export class Rows<R extends object> {
  readonly records: OrderedMap<number, R>;
  readonly ids: KeyIndex<R>;
  /** `id` included. */
  readonly keys: ReadonlyMap<string, KeyIndex<R>>;
  readonly groups: ReadonlyMap<string, SetIndex<R>>;
  /** Keys and groups by name. */
  readonly indexes: readonly (readonly [name: string, index: KeyIndex<R> | SetIndex<R>])[];
  /** The keys that an insert checks. */
  readonly checked: readonly (readonly [name: string, index: KeyIndex<R>])[];
  readonly bytesOf: (record: R) => number;
  /** The number of the next record. */
  sequence = 0;
  bytes = 0;
  /** The ids of the records before this number may be drawn again. */
  repeatable = 0;

  constructor(
    ownership: Ownership,
    { id, keys = {}, groups = {}, late = [], bytes = () => 0 }: TableSchema<R, string, string>,
  ) {
    this.records = new OrderedMap<number, R>(byNumber, ownership);
    this.ids = new KeyIndex(this.records, ownership, (record) => [id(record)]);
    this.keys = new Map([
      ['id', this.ids],
      ...Object.entries(keys).map(([name, keyOf]) => {
        const namesOf = (record: R) => [keyOf(record) ?? []].flat();
        return [name, new KeyIndex(this.records, ownership, namesOf)] as const;
      }),
    ]);
    this.checked = [...this.keys].filter(([name]) => !late.includes(name));
    this.groups = new Map(
      Object.entries(groups).map(([name, namesOf]) => [name, new SetIndex(this.records, ownership, namesOf)]),
    );
    this.indexes = [...this.keys, ...this.groups];
    this.bytesOf = bytes;
  }

  at(number: number): R {
    return this.records.get(number) as R;
  }

  /** Adds a record under a number that is not smaller than the next one. */
  adopt(number: number, record: R): void {
    this.records.set(number, Object.freeze(record));
    this.sequence = Math.max(this.sequence, number + 1);
    this.bytes += this.bytesOf(record);
  }

  /** Replaces the record with a number, or removes it. */
  put(number: number, before: R | undefined, after: R | undefined): void {
    if (after) this.records.set(number, Object.freeze(after));
    else this.records.delete(number);
    for (const [, index] of this.indexes) index.move(number, before, after);
    this.bytes += (after ? this.bytesOf(after) : 0) - (before ? this.bytesOf(before) : 0);
  }

  /** Removes the last record: the next one gets its number. */
  takeOut(number: number): void {
    const record = this.at(number);
    for (const [, index] of this.indexes) index.endAt(number, record);
    this.records.delete(number);
    this.sequence = number;
    this.bytes -= this.bytesOf(record);
  }
}
