import { KeyIndex, type KeyState } from './key-index.ts';
import { byNumber, byText, OrderedMap, type Ownership } from './ordered-map.ts';
import { SharedIndex } from './shared-index.ts';
import { insert, rank, remove, type Tree, visitRange } from './tree.ts';

/** The sets of one kind: their members by name, of all records before number `upTo`. */
interface GroupIndex<R> {
  readonly name: string;
  readonly groupsOf: GroupsOf<R>;
  /** Whether a record never leaves its sets for others. */
  readonly lasting: boolean;
  readonly members: OrderedMap<string, Tree<number, true>>;
  upTo: number;
}

/** Records that a set may lag behind; a limit, so that no list takes long. */
const longestLag = 200_000;

type GroupsOf<R> = (record: R) => readonly string[];

/** How the records of one kind are found. */
export interface TableSchema<R, Group extends string, Key extends string> {
  /** Name of the table, for messages and saved state. */
  readonly name: string;
  /** The id of a record; unique in its table. */
  readonly id: (record: R) => string;
  /** Sets of records that are listed and counted: the names of the sets that a record is in. */
  readonly groups?: Readonly<Record<Group, GroupsOf<R>>>;
  /** Those of the groups whose sets a record never leaves for another. */
  readonly lasting?: readonly NoInfer<Group>[];
  /** Further unique keys. */
  readonly keys?: Readonly<Record<Key, (record: R) => string | undefined>>;
  /**
   * Keys that are rarely used for look-ups. They are indexed on the first look-up,
   * and never changed. The caller must ensure that they are unique.
   */
  readonly late?: readonly NoInfer<Key>[];
  /** When the record was created, for ranges of time; never earlier than the record before it. */
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
 * New records join their sets when one is read: most emails are sent, delivered and never listed, and
 * each move between sets would cost as much as the send.
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
    const { groups = {}, lasting = [], late = [] } = schema;
    this.#groups = Object.entries<GroupsOf<R>>(groups).map(([name, groupsOf]) => ({
      name,
      groupsOf,
      lasting: lasting.some((group) => group === name),
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

  /** Adds a record; its id and unique keys must be new. Late keys are not checked. */
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

  /** Replaces the record with the same id. */
  replace(record: R): R {
    const id = this.schema.id(record);
    if (!this.update(id, () => record)) throw new Error(`${this.schema.name} has no ${id}`);
    return record;
  }

  /**
   * Replaces a record with the result of `change`, unless that is `undefined`.
   *
   * @returns the new record; `undefined` if there was none, or `change` returned none.
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

  /** Adds the record, or replaces the one with the same id. */
  put(record: R): R {
    return this.#ids.find(this.schema.id(record)) !== undefined ? this.replace(record) : this.insert(record);
  }

  /** Removes and returns a record; `undefined` if there is none. */
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

  /** The records of one set, or of the whole table, that were created in a span of time. */
  select(in_?: readonly [name: Group, group: string], span: TimeSpan = {}): Selection<R> {
    const tree = in_ && this.#sets(in_[0])?.get(in_[1]);
    const rankOf = (sequence: number) =>
      in_ ? rank(tree, byNumber, sequence) : this.#records.rank(sequence);
    const size = in_ ? (tree?.size ?? 0) : this.#records.size;
    const start = span.from === undefined ? 0 : rankOf(this.#firstSince(span.from));
    const end = span.until === undefined ? size : rankOf(this.#firstSince(span.until + 1));
    return {
      count: Math.max(0, end - start),
      newest: (offset, count) => {
        const to = end - offset;
        const from = Math.max(start, to - count);
        if (!in_) return this.#records.values(from, to).reverse();
        const records: R[] = [];
        visitRange(tree, from, to, (sequence) => records.push(this.#records.get(sequence) as R));
        return records.reverse();
      },
    };
  }

  get state(): TableState<R> {
    // Tables that share a state share its indices: each can only replace its own.
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
      // Otherwise every restore of this state would rebuild it again.
      if (index.renewStale(this.#sequence)) state.keys.set(name, index.state);
    }
  }

  /** Every record with its number, and the next number: the form of a saved state. */
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

  /** Recounts every index from the records; returns the differences. */
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

  #firstSince(time: number): number {
    const { time: timeOf } = this.schema;
    if (!timeOf) throw new Error(`${this.schema.name} knows no time`);
    const first = this.#records.countWhile((record) => timeOf(record) < time);
    return this.#records.entries(first, first + 1)[0]?.[0] ?? this.#sequence;
  }

  /** The sets of one kind, with every record in them. */
  #sets(name: string): GroupIndex<R>['members'] | undefined {
    const index = this.#groups.find((group) => group.name === name);
    if (index) this.#catchUp(index);
    return index?.members;
  }

  /** Adds the records that came since to their sets. */
  #catchUp(index: GroupIndex<R>): void {
    if (index.upTo >= this.#sequence) return;
    for (const [sequence, record] of this.#records.entriesFrom(index.upTo)) {
      for (const group of index.groupsOf(record)) this.#join(index, group, sequence);
    }
    index.upTo = this.#sequence;
  }

  #index(sequence: number, before: R | undefined, after: R | undefined): void {
    for (const index of this.#groups) {
      if (before && after && index.lasting) continue;
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

/** A table of any records, for code that handles every table alike. */
export interface AnyTable {
  readonly schema: { readonly name: string };
  state: TableState<object>;
  saved: SavedRecords<object>;
  check(): string[];
}

/** Every record of a table with its number, and the next number. */
export interface SavedRecords<R> {
  readonly sequence: number;
  readonly entries: readonly (readonly [sequence: number, record: R])[];
}

/** A span of time; both ends are part of it. Milliseconds since 1970-01-01T00:00:00Z. */
export interface TimeSpan {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** A selection of records that is read on demand. */
export interface Selection<R> {
  /** How many they are. */
  readonly count: number;
  /** Up to `count` records, newest first, after the `offset` newest ones. */
  readonly newest: (offset: number, count: number) => R[];
}

function sameInOrder(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((group, index) => group === b[index]));
}

/** The `groups` that `others` does not contain. */
function missingFrom(others: readonly string[], groups: readonly string[]): readonly string[] {
  // For a few groups, a `Set` costs more than it saves.
  if (others.length <= fewGroups) return groups.filter((group) => !others.includes(group));
  const known = new Set(others);
  return groups.filter((group) => !known.has(group));
}

const fewGroups = 8;
