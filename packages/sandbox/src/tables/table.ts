import { KeyIndex, type KeyState } from './key-index.ts';
import { byNumber, byText, OrderedMap, type Ownership } from './ordered-map.ts';
import { SharedIndex } from './shared-index.ts';
import { newestOf, type Run } from './runs.ts';
import { insert, rank, remove, type Tree, visitRange } from './tree.ts';

/** The sets of one kind: their members by name, of all records before number `upTo`. */
interface GroupIndex<R> {
  readonly name: string;
  readonly groupsOf: GroupsOf<R>;
  readonly members: OrderedMap<string, Tree<number, true>>;
  upTo: number;
}

/** Records that a set may lag behind, so that nobody who asks for it waits long. */
const longestLag = 200_000;

type GroupsOf<R> = (record: R) => readonly string[];

/** How the records of one kind are found. */
export interface TableSchema<R, Group extends string, Key extends string> {
  /** Name of the table, for messages and saved state. */
  readonly name: string;
  /** What tells one record from all others. */
  readonly id: (record: R) => string;
  /** Sets of records that are listed and counted: the names of the sets that a record is in. */
  readonly groups?: Readonly<Record<Group, GroupsOf<R>>>;
  /** Further unique keys. */
  readonly keys?: Readonly<Record<Key, (record: R) => string | undefined>>;
  /**
   * Those of the keys that most records are never looked up by. They are indexed when somebody does,
   * and never changed; that they are new, whoever adds a record sees to.
   */
  readonly late?: readonly NoInfer<Key>[];
  /** When the record came to be, for ranges of time; never smaller than that of the record before. */
  readonly time?: (record: R) => number;
}

/** The saved content of a table. */
export interface TableState<R> {
  readonly sequence: number;
  readonly records: Tree<number, R> | undefined;
  readonly groups: Readonly<Record<string, GroupState | undefined>>;
  /** By the name of the key, that of the id among them; one that knows too much is replaced when it is put back. */
  readonly keys: Map<string, KeyState>;
}

interface GroupState {
  readonly members: Tree<string, Tree<number, true>> | undefined;
  readonly upTo: number;
}

/**
 * Records of one kind, in the order in which they came, with every index that the service's lists
 * and rules need. Records are frozen and replaced, never changed, so an index cannot go stale.
 *
 * New records join their sets when somebody asks for one: most emails are sent, delivered and never
 * listed, and each of their moves from set to set would cost as much as the sending.
 */
export class Table<R extends object, Group extends string = never, Key extends string = never> {
  readonly schema: TableSchema<R, Group, Key>;
  readonly #ownership: Ownership;
  readonly #records: OrderedMap<number, R>;
  readonly #groups: readonly GroupIndex<R>[];
  readonly #ids: KeyIndex<R>;
  readonly #keys: ReadonlyMap<string, KeyIndex<R>>;
  #sequence = 0;

  constructor(ownership: Ownership, schema: TableSchema<R, Group, Key>) {
    this.schema = schema;
    this.#ownership = ownership;
    this.#records = new OrderedMap<number, R>(byNumber, ownership);
    const { groups = {}, late = [] } = schema;
    this.#groups = Object.entries<GroupsOf<R>>(groups).map(([name, groupsOf]) => ({
      name,
      groupsOf,
      members: new OrderedMap(byText, ownership),
      upTo: 0,
    }));
    this.#ids = new KeyIndex(this.#records, schema.id, false);
    const keys = Object.entries<KeyIndex<R>['keyOf']>(schema.keys ?? {});
    this.#keys = new Map([
      ['id', this.#ids],
      ...keys.map(([name, keyOf]) => {
        const isLate = late.some((key) => key === name);
        return [name, new KeyIndex(this.#records, keyOf, isLate)] as const;
      }),
    ]);
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): R | undefined {
    return this.#at(this.#ids, id);
  }

  /** The record with `value` under the unique key `name`. */
  find(name: Key, value: string): R | undefined {
    const index = this.#keys.get(name);
    if (!index) return undefined;
    index.catchUp(this.#sequence);
    return this.#at(index, value);
  }

  /** Adds a record; its id and unique keys must be new, of which the late ones are not looked at. */
  insert(record: R): R {
    const sequence = this.#sequence;
    for (const [name, index] of this.#keys) {
      if (index.claim(sequence, record)) continue;
      const id = this.schema.id(record);
      throw new Error(`${this.schema.name} holds a record with the ${name} of ${id} already`);
    }
    this.#sequence += 1;
    this.#records.set(sequence, Object.freeze(record));
    for (const index of this.#keys.values()) index.renewStale(this.#sequence);
    this.#index(sequence, undefined, record);
    return record;
  }

  /** Puts a record in the place of the one with the same id. */
  replace(record: R): R {
    const id = this.schema.id(record);
    if (!this.update(id, () => record)) throw new Error(`${this.schema.name} has no ${id}`);
    return record;
  }

  /**
   * Puts what `change` makes of a record in its place; nothing where it makes nothing.
   *
   * @returns the record that is there now; `undefined` where none was or nothing was made of it.
   */
  update(id: string, change: (record: R) => R | undefined): R | undefined {
    const sequence = this.#ids.find(id);
    const before = sequence === undefined ? undefined : this.#records.get(sequence);
    if (sequence === undefined || before === undefined) return undefined;
    const after = change(before);
    if (after === undefined) return undefined;
    this.#records.set(sequence, Object.freeze(after));
    for (const index of this.#keys.values()) {
      if (index.isLate || index.keyOf(before) === index.keyOf(after)) continue;
      index.add(sequence, after);
      index.renewStale(this.#sequence);
    }
    this.#index(sequence, before, after);
    return after;
  }

  /** Adds the record, or puts it in the place of the one with the same id. */
  put(record: R): R {
    return this.#ids.find(this.schema.id(record)) !== undefined ? this.replace(record) : this.insert(record);
  }

  /** Takes a record out; `undefined` where there is none. */
  delete(id: string): R | undefined {
    const sequence = this.#ids.find(id);
    const record = sequence === undefined ? undefined : this.#records.get(sequence);
    if (sequence === undefined || record === undefined) return undefined;
    this.#records.delete(sequence);
    this.#index(sequence, record, undefined);
    return record;
  }

  /** The record that came first. */
  oldest(): R | undefined {
    return this.#records.first()?.[1];
  }

  /** All records, oldest first. */
  all(): R[] {
    return this.#records.values();
  }

  /** The number of the next record to come. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The number of the first record that came to be at a time or later; that of the next one to come if none did. */
  firstSince(time: number): number {
    const { time: timeOf } = this.schema;
    if (!timeOf) throw new Error(`${this.schema.name} knows no time`);
    const first = this.#records.countWhile((record) => timeOf(record) < time);
    return this.#records.entries(first, first + 1)[0]?.[0] ?? this.#sequence;
  }

  /** The record with a number that a selection gave. */
  at(number: number): R {
    return this.#records.get(number) as R;
  }

  /** The names of the sets of one kind that begin with `prefix`. */
  names(kind: Group, prefix = ''): string[] {
    const sets = this.#sets(kind);
    const range = sets?.entries(sets.rank(prefix), sets.rank(`${prefix}\uffff`)) ?? [];
    return range.map(([name]) => name);
  }

  /** The records of one set, or of the whole table. */
  select(in_?: SetOf<Group>, range: NumberRange = {}): NumberedSelection<R> {
    return this.selectAll([[in_, range]]);
  }

  /** The records of several sets that share none. */
  selectAll(
    parts: readonly (readonly [in_?: SetOf<Group> | undefined, range?: NumberRange])[],
  ): NumberedSelection<R> {
    const runs = parts.map(([in_, { from = 0, to = this.#sequence } = {}]): Run => {
      const tree = in_ ? this.#sets(in_[0])?.get(in_[1]) : this.#records.root;
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
    // What goes on from a state shares its indices, and can only renew its own.
    for (const index of this.#keys.values()) index.renewStale(this.#sequence);
    return {
      sequence: this.#sequence,
      records: this.#records.root,
      groups: Object.fromEntries(
        this.#groups.map(({ name, members, upTo }) => [name, { members: members.root, upTo }]),
      ),
      keys: new Map([...this.#keys].map(([name, index]) => [name, index.state])),
    };
  }

  set state(state: TableState<R>) {
    this.#sequence = state.sequence;
    this.#records.root = state.records;
    for (const index of this.#groups) {
      const { members, upTo = 0 } = state.groups[index.name] ?? {};
      index.members.root = members;
      index.upTo = upTo;
    }
    for (const [name, index] of this.#keys) {
      index.state = state.keys.get(name) ?? { places: new SharedIndex(), upTo: 0 };
      // Else whoever puts the state back again would have to renew it again.
      if (index.renewStale(this.#sequence)) state.keys.set(name, index.state);
    }
  }

  /** Every record with its number, and the number to come: what a saved state holds. */
  get saved(): SavedRecords<R> {
    return { sequence: this.#sequence, entries: this.#records.entries() };
  }

  set saved({ sequence, entries }: SavedRecords<R>) {
    this.state = { sequence, records: undefined, groups: {}, keys: new Map() };
    for (const [number, record] of entries) {
      this.#records.set(number, Object.freeze(record));
      for (const index of this.#keys.values()) if (!index.isLate) index.add(number, record);
    }
  }

  /** Recounts every index from the records; says what does not agree. */
  check(): string[] {
    const fresh = new Table<R, Group, Key>(this.#ownership, this.schema);
    const problems: string[] = [];
    for (const index of this.#keys.values()) index.catchUp(this.#sequence);
    for (const [sequence, record] of this.#records.entries()) {
      const id = this.schema.id(record);
      for (const [name, index] of this.#keys) {
        const key = index.keyOf(record);
        if (key !== undefined && index.find(key) !== sequence)
          problems.push(`${this.schema.name}: ${id} is not found by its ${name}`);
      }
      if (!Object.isFrozen(record)) problems.push(`${this.schema.name}: ${id} is not frozen`);
      fresh.#records.set(sequence, record);
    }
    fresh.#sequence = this.#sequence;
    const compare = (kind: string, here: object, there: object) => {
      if (JSON.stringify(here) !== JSON.stringify(there))
        problems.push(`${this.schema.name}: index ${kind} is off`);
    };
    for (const { name } of this.#groups) compare(name, this.#members(name), fresh.#members(name));
    return problems;
  }

  #members(name: string): [string, number[]][] {
    return (this.#sets(name)?.entries() ?? []).map(([group, tree]) => {
      const members: number[] = [];
      visitRange(tree, 0, tree.size, (sequence) => members.push(sequence));
      return [group, members];
    });
  }

  /** The sets of one kind, with every record in them. */
  #sets(name: string): GroupIndex<R>['members'] | undefined {
    const index = this.#groups.find((group) => group.name === name);
    if (index) this.#catchUp(index);
    return index?.members;
  }

  /** Lets the records that came since join their sets. */
  #catchUp(index: GroupIndex<R>): void {
    if (index.upTo >= this.#sequence) return;
    for (const [sequence, record] of this.#records.entriesFrom(index.upTo)) {
      for (const group of index.groupsOf(record)) this.#join(index, group, sequence);
    }
    index.upTo = this.#sequence;
  }

  #index(sequence: number, before: R | undefined, after: R | undefined): void {
    for (const index of this.#groups) {
      if (sequence >= index.upTo) {
        if (sequence - index.upTo >= longestLag) this.#catchUp(index);
        continue;
      }
      const old = before ? index.groupsOf(before) : [];
      const current = after ? index.groupsOf(after) : [];
      if (sameInOrder(old, current)) continue;
      for (const group of missingFrom(current, old)) this.#leave(index, group, sequence);
      for (const group of missingFrom(old, current)) this.#join(index, group, sequence);
    }
  }

  #at(index: KeyIndex<R>, key: string): R | undefined {
    const sequence = index.find(key);
    return sequence === undefined ? undefined : this.#records.get(sequence);
  }

  #join({ members }: GroupIndex<R>, group: string, sequence: number): void {
    const { owner } = this.#ownership;
    members.change(group, (tree) => insert(tree, byNumber, owner, sequence, true as const));
  }

  #leave({ members }: GroupIndex<R>, group: string, sequence: number): void {
    const { owner } = this.#ownership;
    members.change(group, (tree) => remove(tree, byNumber, owner, sequence));
  }
}

/** A table of whatever records, for what is done to all of them. */
export interface AnyTable {
  readonly schema: { readonly name: string };
  state: TableState<object>;
  saved: SavedRecords<object>;
  check(): string[];
}

/** Every record of a table with its number, and the number to come. */
export interface SavedRecords<R> {
  readonly sequence: number;
  readonly entries: readonly (readonly [sequence: number, record: R])[];
}

/** A set of one kind, by its name. */
type SetOf<Group> = readonly [kind: Group, name: string];

/** Records by their numbers, in the order in which they came; those from `from` up to, not including, `to`. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

/** Records that were asked for, not yet read. */
export interface Selection<R> {
  /** How many they are. */
  readonly count: number;
  /** Some of them, newest first, after leaving out the `offset` newest. */
  readonly newest: (offset: number, count: number) => R[];
}

/** Records of a table that were asked for, not yet read. */
export interface NumberedSelection<R> extends Selection<R> {
  /** The numbers of some of them, as `newest` gives the records. */
  readonly numbers: (offset: number, count: number) => number[];
}

function sameInOrder(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((group, index) => group === b[index]));
}

/** Those of `groups` that `others` does not hold. */
function missingFrom(others: readonly string[], groups: readonly string[]): readonly string[] {
  // A set costs more than a few looks.
  if (others.length <= fewGroups) return groups.filter((group) => !others.includes(group));
  const known = new Set(others);
  return groups.filter((group) => !known.has(group));
}

const fewGroups = 8;
