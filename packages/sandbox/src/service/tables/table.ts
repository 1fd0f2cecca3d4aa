import type { IndexState } from './name-index.ts';
import type { Observers } from './observers.ts';
import { byNumber, type Ownership } from './ordered-map.ts';
import { Rows, type TableSchema } from './rows.ts';
import { newestOf, type Run } from './runs.ts';
import { firstKey, rank, type Tree, visitRange } from './tree.ts';

/** The saved content of a table. */
export interface TableState<R> {
  readonly sequence: number;
  readonly records: Tree<number, R> | undefined;
  /** Indices by the name of the key or of the kind of set, including `id`. */
  readonly indexes: Readonly<Record<string, IndexState | undefined>>;
  readonly bytes: number;
}

/**
 * Records of one kind, in the order in which they came, with every index that the service's lists
 * and rules need. Records are frozen and replaced, never changed, so an index cannot go stale.
 *
 * Whatever returns content to a caller reads it through `#read`, which notifies the observers. Only what does not depend
 * on the order of changes reads `#rows`: states, indices that catch up, numbers.
 */
export class Table<R extends object, Group extends string = never, Key extends string = never> {
  readonly schema: TableSchema<R, Group, Key>;
  readonly #ownership: Ownership;
  readonly #observers: Observers | undefined;
  readonly #rows: Rows<R>;

  constructor(ownership: Ownership, schema: TableSchema<R, Group, Key>, observers?: Observers) {
    this.schema = schema;
    this.#observers = observers;
    this.#ownership = ownership;
    this.#rows = new Rows<R>(ownership, schema);
  }

  /** How many records there are. */
  get size(): number {
    return this.#read(count).records.size;
  }

  /** Bytes of content of all records. */
  get bytes(): number {
    return this.#read(count).bytes;
  }

  /** Whether these tables hold more bytes together; the observers are notified only if they do. */
  static areOver(bytes: number, given: readonly AnyTable[]): boolean {
    // All tables are of this class.
    const tables = given as readonly unknown[] as readonly Table<object>[];
    const isOver = tables.reduce((sum, table) => sum + table.#rows.bytes, 0) > bytes;
    if (isOver) for (const table of tables) table.#read(full);
    return isOver;
  }

  /** Whether it holds more records than this; the observers are notified only if it does. */
  isOver(records: number): boolean {
    const isOver = this.#rows.records.size > records;
    if (isOver) this.#read(full);
    return isOver;
  }

  get(id: string): R | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.at(number);
  }

  /** The record with `value` under the unique key `name`. */
  find(name: Key, value: string): R | undefined {
    const rows = this.#read(name, value);
    const number = rows.keys.get(name)?.find(value, rows.sequence);
    return number === undefined ? undefined : rows.records.get(number);
  }

  /** Notes that the ids which records have now may be drawn again. */
  noteRepeat(): void {
    const rows = this.#rows;
    rows.repeatable = rows.sequence;
  }

  /** Whether a record has an id that was just drawn. Only old ones can: the later ids came from the same sequence. */
  isTaken(drawn: string): boolean {
    const { ids, repeatable } = this.#read('id', drawn);
    return repeatable > 0 && ids.find(drawn, repeatable) !== undefined;
  }

  /** Adds a record; its id and unique keys must be new. Late keys are not checked. */
  insert(record: R): R {
    const { name, id } = this.schema;
    const rows = this.#rows;
    for (const [key, index] of rows.checked) {
      if (!index.has(record, rows.sequence)) continue;
      throw new Error(`${name} holds a record with the ${key} of ${id(record)} already`);
    }
    this.#change(rows.sequence, null, record);
    rows.adopt(rows.sequence, record);
    return record;
  }

  /** Replaces the record with the same id. */
  replace(record: R): R {
    const id = this.schema.id(record);
    const number = this.numberOf(id);
    if (number === undefined) throw new Error(`${this.schema.name} has no ${id}`);
    this.#put(number, record);
    return record;
  }

  /** Adds the record, or replaces the one with the same id. */
  put(record: R): R {
    return this.get(this.schema.id(record)) ? this.replace(record) : this.insert(record);
  }

  /** Undoes a change. `before` is the record that was there: none if `undefined`, and `null` if the number was new. */
  takeBack(number: number, before: R | null | undefined): void {
    if (before !== null) return void this.#put(number, before);
    this.#rows.takeOut(number);
  }

  /** Removes and returns a record; `undefined` if there is none. */
  delete(id: string): R | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.#put(number, undefined);
  }

  /** The oldest record, if `isOld` accepts it; otherwise the observers are not notified: only time makes it old. */
  oldest(isOld: (record: R) => boolean = () => true): R | undefined {
    const first = this.#rows.records.first()?.[1];
    return first && isOld(first) ? this.#read().records.first()?.[1] : undefined;
  }

  /** All records, oldest first. */
  all(): R[] {
    return this.#read().records.values();
  }

  /** The number of the next record, for what is derived from records by their numbers. */
  get sequence(): number {
    return this.#rows.sequence;
  }

  /** The number of the next record. */
  get next(): number {
    return this.#read(count).sequence;
  }

  /** The number of the first record created at `time` or later; without one, the number of the next record. */
  firstSince(time: number): number {
    const { time: timeOf, name } = this.schema;
    if (!timeOf) throw new Error(`${name} has no times`);
    if (time === Number.NEGATIVE_INFINITY) return 0;
    if (time === Number.POSITIVE_INFINITY) return this.sequence;
    const { records, sequence } = this.#read();
    const first = records.countWhile((record) => timeOf(record) < time);
    return records.entries(first, first + 1)[0]?.[0] ?? sequence;
  }

  /** The numbers of the records created in a span of time, both ends included. */
  between(from: number, until: number): NumberRange {
    return { from: this.firstSince(from), to: this.firstSince(until + 1) };
  }

  /** The number of the record with this id; `undefined` if there is none. */
  numberOf(id: string): number | undefined {
    const rows = this.#read('id', id);
    return rows.ids.find(id, rows.sequence);
  }

  /** The record with a number from a selection, whose look-up notified the observers. */
  at(number: number): R {
    return this.#rows.at(number);
  }

  /** Up to `count` records with a number below `end`, with their numbers, newest first. */
  newestBefore(end: number, count: number): [number: number, record: R][] {
    const { records } = this.#read();
    const rankOfEnd = records.rank(end);
    return records.entries(Math.max(0, rankOfEnd - count), rankOfEnd).reverse();
  }

  /** One record of each set of a kind. */
  examples(kind: Group): R[] {
    const rows = this.#read();
    const sets = rows.groups.get(kind)?.all(rows.sequence) ?? [];
    return sets.map(([, numbers]) => rows.at(firstKey(numbers)));
  }

  /** The records of one set, or of the whole table. */
  select(in_?: SetOf<Group>, range: NumberRange = {}): NumberedSelection<R> {
    return this.selectAll([[in_, range]]);
  }

  /** The records of several sets that have no record in common. */
  selectAll(
    parts: readonly (readonly [in_?: SetOf<Group> | undefined, range?: NumberRange])[],
  ): NumberedSelection<R> {
    const runs = parts.map(([in_, range = {}]): Run => {
      const { groups, records, sequence } = this.#read(...(in_ ?? []));
      const { from = 0, to = sequence } = range;
      const tree = in_ ? groups.get(in_[0])?.get(in_[1], sequence) : records.root;
      const start = rank<number, unknown>(tree, byNumber, from);
      return { tree, start, end: Math.max(start, rank<number, unknown>(tree, byNumber, to)) };
    });
    const numbers = (offset: number, count: number) => newestOf(runs, offset, count, this.sequence);
    return {
      count: runs.reduce((sum, { start, end }) => sum + end - start, 0),
      numbers,
      newest: (offset, count) => numbers(offset, count).map((number) => this.at(number)),
    };
  }

  /** The whole content: observers see a get as a look-up of all of it, and a set as a change of all of it. */
  get state(): TableState<R> {
    const { ids, sequence, records, bytes, indexes } = this.#read();
    // After a restore, ids may be drawn again: no restore should have to index them first.
    ids.catchUp(sequence);
    return {
      sequence,
      records: records.root,
      indexes: Object.fromEntries(indexes.map(([name, { state }]) => [name, state])),
      bytes,
    };
  }

  set state({ sequence, records, indexes, bytes }: TableState<R>) {
    const rows = this.#rows;
    rows.sequence = sequence;
    rows.bytes = bytes;
    rows.records.root = records;
    for (const [name, index] of rows.indexes) index.state = indexes[name] ?? { root: undefined, upTo: 0 };
  }

  /** Adds a record with its number, at least that of the next record; numbers between them stay unused. */
  adopt(number: number, record: R): void {
    this.#rows.adopt(number, record);
  }

  /** Leaves the numbers before `sequence` unused. */
  skipTo(sequence: number): void {
    const rows = this.#rows;
    rows.sequence = Math.max(rows.sequence, sequence);
  }

  /** The names of the keys, `id` included, with which another record is found as well. */
  clashes(record: R): string[] {
    const { keys, sequence } = this.#read();
    return [...keys].filter(([, index]) => index.has(record, sequence)).map(([name]) => name);
  }

  /** Fills every index, including those that fill on their next look-up. */
  fill(): void {
    const { indexes, sequence } = this.#rows;
    for (const [, index] of indexes) index.catchUp(sequence);
  }

  /** Recounts every index from the records in small parts, between which it must not change; returns the differences. */
  *checking(): Generator<void, string[]> {
    const { name } = this.schema;
    const rows = this.#read();
    const fresh = new Rows<R>(this.#ownership, this.schema);
    fresh.records.root = rows.records.root;
    const { size } = rows.records;
    // By records, not by numbers: a damaged state may have any number.
    for (let start = 0; start <= size; start += blockSize) {
      const [next] = rows.records.entries(start + blockSize, start + blockSize + 1);
      for (const { indexes } of [rows, fresh]) {
        for (const [, index] of indexes) index.catchUp(next?.[0] ?? rows.sequence);
        yield;
      }
    }
    fresh.sequence = rows.sequence;
    const problems: string[] = [];
    let bytes = 0;
    for (let start = 0; start < size; start += blockSize) {
      for (const [number, record] of rows.records.entries(start, start + blockSize)) {
        const id = this.schema.id(record);
        for (const [key, index] of rows.keys) {
          const isFound = index.namesOf(record).every((value) => index.find(value, rows.sequence) === number);
          if (!isFound) problems.push(`${name}: ${id} is not found by its ${key}`);
        }
        if (!Object.isFrozen(record)) problems.push(`${name}: ${id} is not frozen`);
        bytes += rows.bytesOf(record);
      }
      yield;
    }
    for (const [kind, index] of rows.groups) {
      if (!(yield* hasSameSets(index.all(rows.sequence), fresh.groups.get(kind)?.all(rows.sequence) ?? []))) {
        problems.push(`${name}: index ${kind} is off`);
      }
    }
    if (bytes !== rows.bytes) problems.push(`${name}: ${rows.bytes} bytes are counted, there are ${bytes}`);
    return problems;
  }

  /** Replaces the record with a number, or removes it; returns the old one. */
  #put(number: number, after: R | undefined): R | undefined {
    const rows = this.#rows;
    const before = rows.records.get(number);
    this.#change(number, before, after);
    rows.put(number, before, after);
    return before;
  }

  /** The locations that a change concerns, each as an index and a name in it: wherever the records are found. */
  locationsOf(before: object | null | undefined, after: object | undefined): (readonly [string, string])[] {
    const isCounted = !before || !after || this.schema.bytes !== undefined;
    const records = [before, after].filter((record) => record !== null && record !== undefined) as R[];
    return [
      ['', ''],
      ...(isCounted ? [[count, ''] as const] : []),
      ...this.#rows.indexes.flatMap(([index, { namesOf }]) =>
        records.flatMap((record) => namesOf(record).map((name) => [index, name] as const)),
      ),
    ];
  }

  #read(index?: string, name?: string): Rows<R> {
    this.#observers?.read(this.schema.name, index, name);
    return this.#rows;
  }

  #change(number: number, before: R | null | undefined, after: R | undefined): void {
    this.#observers?.changed(this.schema.name, { table: this, number, before, after });
  }
}

/** The locations for the number of records and their bytes, and for a table that is too large. */
const [count, full] = ['#count', '#full'];

/** Whether a table was found too large: then every earlier record affects what is dropped. */
export function isFullTable(location: string): boolean {
  return location.includes(` ${full} `);
}

/** Whether two indices have the same sets. */
function* hasSameSets(sets: readonly NumberSet[], others: readonly NumberSet[]): Generator<void, boolean> {
  if (sets.length !== others.length) return false;
  for (const [index, [set, numbers]] of sets.entries()) {
    const [otherSet, otherNumbers] = others[index] ?? [];
    if (set !== otherSet || !otherNumbers) return false;
    if (String(keysOf(numbers)) !== String(keysOf(otherNumbers))) return false;
    yield;
  }
  return true;
}

type NumberSet = readonly [name: string, numbers: Tree<number, true>];

/** Records that are checked together. */
const blockSize = 256;

function keysOf(tree: Tree<number, true>): number[] {
  const keys: number[] = [];
  visitRange(tree, 0, tree.size, (key) => keys.push(key));
  return keys;
}

/** A table of any records, for code that handles every table alike. */
export type AnyTable = Omit<Table<object>, 'schema'> & { readonly schema: { readonly name: string } };

type SetOf<Group> = readonly [kind: Group, name: string];

/** A range of record numbers, in insertion order. `from` is included, `to` is not. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

/** A selection of records that is read on demand. */
export interface Selection<R> {
  /** How many records it has. */
  readonly count: number;
  /** Up to `count` records, newest first, after the `offset` newest ones. */
  readonly newest: (offset: number, count: number) => R[];
}

/** A selection that also gives the numbers of its records. */
export interface NumberedSelection<R> extends Selection<R> {
  /** The numbers of the records that `newest` returns. */
  readonly numbers: (offset: number, count: number) => number[];
}
