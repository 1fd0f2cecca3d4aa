import { type IndexState, KeyIndex, SetIndex } from './name-index.ts';
import { byNumber, OrderedMap, type Ownership } from './ordered-map.ts';
import { newestOf, type Run } from './runs.ts';
import { firstKey, rank, type Tree, visitRange } from './tree.ts';

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
  /**
   * Keys, or the id, that are rarely used for look-ups. `insert` does not check them, so they are indexed on the
   * first look-up. The caller must ensure that they are unique.
   */
  readonly late?: readonly (NoInfer<Key> | 'id')[];
  /** When the record was created, for ranges of time; never earlier than the record before it. */
  readonly time?: (record: R) => number;
  /** Bytes of content of a record, if the table adds them up. */
  readonly bytes?: (record: R) => number;
}

/** The saved content of a table. */
export interface TableState<R> {
  readonly sequence: number;
  readonly records: Tree<number, R> | undefined;
  /** By the name of the key or of the kind of set, including `id`. */
  readonly indexes: Readonly<Record<string, IndexState | undefined>>;
  readonly bytes: number;
}

/**
 * Records of one kind, in the order in which they came, with every index that the service's lists
 * and rules need. Records are frozen and replaced, never changed, so an index cannot go stale.
 */
export class Table<R extends object, Group extends string = never, Key extends string = never> {
  readonly schema: TableSchema<R, Group, Key>;
  readonly #ownership: Ownership;
  readonly #records: OrderedMap<number, R>;
  readonly #ids: KeyIndex<R>;
  readonly #keys: ReadonlyMap<string, KeyIndex<R>>;
  /** The keys that `insert` checks. */
  readonly #checked: readonly (readonly [name: string, index: KeyIndex<R>])[];
  readonly #groups: ReadonlyMap<string, SetIndex<R>>;
  readonly #note: NoteChange | undefined;
  /** Called with each place that is looked at or changed; absent without a watcher. */
  onPlace: OnPlace | undefined;
  #sequence = 0;
  #bytes = 0;
  /** The ids of the records before this number may be drawn again. */
  #repeatable = 0;

  /** @param note Called before each change of a record. */
  constructor(ownership: Ownership, schema: TableSchema<R, Group, Key>, note?: NoteChange) {
    this.schema = schema;
    this.#note = note;
    this.#ownership = ownership;
    this.#records = new OrderedMap<number, R>(byNumber, ownership);
    this.#ids = new KeyIndex(this.#records, ownership, (record) => [schema.id(record)]);
    const { keys = {}, groups = {}, late = [] } = schema;
    this.#keys = new Map([
      ['id', this.#ids],
      ...Object.entries<(record: R) => string | undefined>(keys).map(([name, keyOf]) => {
        const namesOf = (record: R) => [keyOf(record) ?? []].flat();
        return [name, new KeyIndex(this.#records, ownership, namesOf)] as const;
      }),
    ]);
    this.#checked = [...this.#keys].filter(([name]) => !late.some((key) => key === name));
    this.#groups = new Map(
      Object.entries<(record: R) => readonly string[]>(groups).map(([name, namesOf]) => [
        name,
        new SetIndex(this.#records, ownership, namesOf),
      ]),
    );
  }

  get size(): number {
    return this.#records.size;
  }

  /** Bytes of content of all records. */
  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): R | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.#records.get(number);
  }

  /** The record with `value` under the unique key `name`. */
  find(name: Key, value: string): R | undefined {
    this.#look(name, value);
    const number = this.#keys.get(name)?.find(value, this.#sequence);
    return number === undefined ? undefined : this.#records.get(number);
  }

  /** Says that ids may be drawn again that records have by now. */
  noteRepeat(): void {
    this.#repeatable = this.#sequence;
  }

  /** Whether a record has an id that was just drawn. Only old ones can: the later ones drew theirs in the same row. */
  isTaken(drawn: string): boolean {
    return this.#ids.find(drawn, this.#repeatable) !== undefined;
  }

  /** Adds a record; its id and unique keys must be new. Late keys are not checked. */
  insert(record: R): R {
    for (const [name, index] of this.#checked) {
      if (!index.has(record, this.#sequence)) continue;
      const id = this.schema.id(record);
      throw new Error(`${this.schema.name} holds a record with the ${name} of ${id} already`);
    }
    this.#note?.(this.schema.name, this.#sequence, null, record);
    this.#change(record);
    this.#records.set(this.#sequence, Object.freeze(record));
    this.#sequence += 1;
    this.#bytes += this.#bytesOf(record);
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

  /** Puts a removed record back to its number. */
  bringBack(number: number, record: R): void {
    if (this.numberOf(this.schema.id(record)) === undefined) this.#put(number, record);
  }

  /**
   * Takes a change back.
   *
   * @param before The record that was there, `undefined` if there was none, `null` if the number was new.
   */
  takeBack(number: number, before: R | null | undefined): void {
    if (before !== null) return void this.#put(number, before);
    const record = this.at(number);
    for (const index of this.#keys.values()) index.endAt(number, record);
    for (const index of this.#groups.values()) index.endAt(number, record);
    this.#records.delete(number);
    this.#sequence = number;
    this.#bytes -= this.#bytesOf(record);
  }

  /** Removes and returns a record; `undefined` if there is none. */
  delete(id: string): R | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.#put(number, undefined);
  }

  /** The record that came first. */
  oldest(): R | undefined {
    return this.#records.first()?.[1];
  }

  /** All records, oldest first. */
  all(): R[] {
    this.#look();
    return this.#records.values();
  }

  /** The number of the next record. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The number of the first record created at `time` or later; without one, the number of the next record. */
  firstSince(time: number): number {
    const { time: timeOf } = this.schema;
    if (!timeOf) throw new Error(`${this.schema.name} knows no time`);
    if (time === Number.NEGATIVE_INFINITY) return 0;
    if (time === Number.POSITIVE_INFINITY) return this.#sequence;
    this.#look();
    const first = this.#records.countWhile((record) => timeOf(record) < time);
    return this.#records.entries(first, first + 1)[0]?.[0] ?? this.#sequence;
  }

  /** The numbers of the records created in a span of time, both ends included. */
  between(from: number, until: number): NumberRange {
    return { from: this.firstSince(from), to: this.firstSince(until + 1) };
  }

  /** The number of the record with this id; `undefined` if there is none. */
  numberOf(id: string): number | undefined {
    this.#look('id', id);
    return this.#ids.find(id, this.#sequence);
  }

  /** The record with a number from a selection. */
  at(number: number): R {
    return this.#records.get(number) as R;
  }

  /** Up to `count` records with a number below `end`, with their numbers, newest first. */
  newestBefore(end: number, count: number): [number: number, record: R][] {
    this.#look();
    const rankOfEnd = this.#records.rank(end);
    return this.#records.entries(Math.max(0, rankOfEnd - count), rankOfEnd).reverse();
  }

  /** One record of each set of a kind. */
  examples(kind: Group): R[] {
    this.#look();
    const sets = this.#groups.get(kind)?.all(this.#sequence) ?? [];
    return sets.map(([, numbers]) => this.at(firstKey(numbers)));
  }

  /** The records of one set, or of the whole table. */
  select(in_?: SetOf<Group>, range: NumberRange = {}): NumberedSelection<R> {
    return this.selectAll([[in_, range]]);
  }

  /** The records of several sets that have no record in common. */
  selectAll(
    parts: readonly (readonly [in_?: SetOf<Group> | undefined, range?: NumberRange])[],
  ): NumberedSelection<R> {
    const runs = parts.map(([in_, { from = 0, to = this.#sequence } = {}]): Run => {
      this.#look(...(in_ ?? []));
      const tree = in_ ? this.#groups.get(in_[0])?.get(in_[1], this.#sequence) : this.#records.root;
      const start = rank<number, unknown>(tree, byNumber, from);
      return { tree, start, end: Math.max(start, rank<number, unknown>(tree, byNumber, to)) };
    });
    const numbers = (offset: number, count: number) => newestOf(runs, offset, count, this.#sequence);
    return {
      count: runs.reduce((sum, { start, end }) => sum + end - start, 0),
      numbers,
      newest: (offset, count) => numbers(offset, count).map((number) => this.at(number)),
    };
  }

  get state(): TableState<R> {
    // After a restore, ids may be drawn again: no restore should have to index them first.
    this.#ids.catchUp(this.#sequence);
    return {
      sequence: this.#sequence,
      records: this.#records.root,
      indexes: Object.fromEntries([...this.#keys, ...this.#groups].map(([name, { state }]) => [name, state])),
      bytes: this.#bytes,
    };
  }

  set state({ sequence, records, indexes, bytes }: TableState<R>) {
    this.#sequence = sequence;
    this.#bytes = bytes;
    this.#records.root = records;
    for (const [name, index] of [...this.#keys, ...this.#groups]) {
      index.state = indexes[name] ?? { root: undefined, upTo: 0 };
    }
  }

  /**
   * Adds a record that has a number already, at least that of the next record; numbers between them stay
   * unused.
   */
  adopt(number: number, record: R): void {
    this.#records.set(number, Object.freeze(record));
    this.#bytes += this.#bytesOf(record);
    this.skipTo(number + 1);
  }

  /** Leaves the numbers before `sequence` unused. */
  skipTo(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The names of the keys, `id` included, under which another record is found as well. */
  clashes(record: R): string[] {
    return [...this.#keys].filter(([, index]) => index.has(record, this.#sequence)).map(([name]) => name);
  }

  /** Fills every index, also those that wait for their next look-up. */
  fill(): void {
    for (const index of [...this.#keys.values(), ...this.#groups.values()]) index.catchUp(this.#sequence);
  }

  /** Recounts every index from the records; returns the differences. */
  check(): string[] {
    const steps = this.checking();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same in small parts, between which the table must not change. */
  *checking(): Generator<void, string[]> {
    const { name } = this.schema;
    const fresh = new Table<R, Group, Key>(this.#ownership, this.schema);
    fresh.#records.root = this.#records.root;
    // By records, not by numbers: a damaged state may have any number.
    for (let start = 0; start <= this.size; start += blockSize) {
      const [next] = this.#records.entries(start + blockSize, start + blockSize + 1);
      for (const table of [this, fresh]) {
        const end = next?.[0] ?? this.#sequence;
        for (const index of [...table.#keys.values(), ...table.#groups.values()]) index.catchUp(end);
        yield;
      }
    }
    const problems: string[] = [];
    let bytes = 0;
    for (let start = 0; start < this.size; start += blockSize) {
      for (const [number, record] of this.#records.entries(start, start + blockSize)) {
        const id = this.schema.id(record);
        for (const [key, index] of this.#keys) {
          const isFound = index
            .namesOf(record)
            .every((value) => index.find(value, this.#sequence) === number);
          if (!isFound) problems.push(`${name}: ${id} is not found by its ${key}`);
        }
        if (!Object.isFrozen(record)) problems.push(`${name}: ${id} is not frozen`);
        bytes += this.#bytesOf(record);
      }
      yield;
    }
    for (const kind of this.#groups.keys()) {
      if (!(yield* this.#hasSetsOf(fresh, kind))) problems.push(`${name}: index ${kind} is off`);
    }
    if (bytes !== this.#bytes) problems.push(`${name}: ${this.#bytes} bytes are counted, there are ${bytes}`);
    return problems;
  }

  /** Whether the sets of a kind are those of another table. */
  *#hasSetsOf(other: Table<R, Group, Key>, kind: string): Generator<void, boolean> {
    const [own = [], others = []] = [this, other].map((table) =>
      table.#groups.get(kind)?.all(this.#sequence),
    );
    if (own.length !== others.length) return false;
    for (const [index, [set, numbers]] of own.entries()) {
      const [otherSet, otherNumbers] = others[index] ?? [];
      if (set !== otherSet || !otherNumbers) return false;
      if (String(keysOf(numbers)) !== String(keysOf(otherNumbers))) return false;
      yield;
    }
    return true;
  }

  /** Replaces the record with a number, or removes it; returns the old one. */
  #put(number: number, after: R | undefined): R | undefined {
    const before = this.#records.get(number);
    this.#note?.(this.schema.name, number, before, after);
    this.#change(before, after);
    if (after) this.#records.set(number, Object.freeze(after));
    else this.#records.delete(number);
    for (const index of this.#keys.values()) index.move(number, before, after);
    for (const index of this.#groups.values()) index.move(number, before, after);
    this.#bytes += (after ? this.#bytesOf(after) : 0) - (before ? this.#bytesOf(before) : 0);
    return before;
  }

  /** Says that the records with a name are looked at; without one, all records. */
  #look(index = '', name = ''): void {
    this.onPlace?.(`${this.schema.name} ${index} ${name}`, false);
  }

  /** Says that every place changes where one of these records is found. */
  #change(...records: readonly (R | undefined)[]): void {
    const { onPlace } = this;
    if (!onPlace) return;
    const { name } = this.schema;
    onPlace(`${name}  `, true);
    for (const record of records) {
      if (!record) continue;
      for (const [index, { namesOf }] of [...this.#keys, ...this.#groups]) {
        for (const value of namesOf(record)) onPlace(`${name} ${index} ${value}`, true);
      }
    }
  }

  #bytesOf(record: R): number {
    return this.schema.bytes?.(record) ?? 0;
  }
}

/** Records that are checked together. */
const blockSize = 256;

function keysOf(tree: Tree<number, true>): number[] {
  const keys: number[] = [];
  visitRange(tree, 0, tree.size, (key) => keys.push(key));
  return keys;
}

/** Takes a change: what was there before, `null` for a record that is added at the end, and what is there now. */
export type NoteChange = (
  table: string,
  number: number,
  before: object | null | undefined,
  after: object | undefined,
) => void;

/**
 * Takes a place that is looked at or changed: a record by one of its names, a set, or the whole table. A change of a
 * record changes every place where it is or was found.
 */
export type OnPlace = (place: string, isChange: boolean) => void;

/** A table of any records, for code that handles every table alike. */
export interface AnyTable {
  readonly schema: { readonly name: string };
  readonly sequence: number;
  onPlace: OnPlace | undefined;
  state: TableState<object>;
  adopt(number: number, record: object): void;
  takeBack(number: number, before: object | null | undefined): void;
  noteRepeat(): void;
  skipTo(sequence: number): void;
  clashes(record: object): string[];
  fill(): void;
  checking(): Generator<void, string[]>;
}

/** A set, by its kind and name. */
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
