import { fnv } from './hash.ts';
import { byNumber, byText, OrderedMap, type Ownership } from './ordered-map.ts';
import { insert, remove, type Tree, visitRange } from './tree.ts';

/** The content of an index: the records before number `upTo`. */
export interface IndexState {
  readonly root: { readonly size: number } | undefined;
  readonly upTo: number;
}

/** The records of a table by name. New records join on the next look-up: most emails are never listed. */
abstract class NameIndex<R, K, V> {
  readonly namesOf: (record: R) => readonly string[];
  protected readonly records: OrderedMap<number, R>;
  protected readonly ownership: Ownership;
  protected abstract readonly names: OrderedMap<K, V>;
  #upTo = 0;

  constructor(
    records: OrderedMap<number, R>,
    ownership: Ownership,
    namesOf: (record: R) => readonly string[],
  ) {
    this.namesOf = namesOf;
    this.records = records;
    this.ownership = ownership;
  }

  protected abstract add(name: string, number: number): void;
  protected abstract remove(name: string, number: number): void;

  /** Adds the records before number `end`. */
  catchUp(end: number): void {
    if (this.#upTo >= end) return;
    const start = this.records.rank(this.#upTo);
    visitRange(this.records.root, start, this.records.rank(end), (number, record) => {
      for (const name of this.namesOf(record)) this.add(name, number);
    });
    this.#upTo = end;
  }

  /** Updates the names of a record that was replaced or deleted. */
  move(number: number, before: R | undefined, after: R | undefined): void {
    if (number >= this.#upTo) return;
    const old = new Set(before ? this.namesOf(before) : []);
    const current = new Set(after ? this.namesOf(after) : []);
    for (const name of old) if (!current.has(name)) this.remove(name, number);
    for (const name of current) if (!old.has(name)) this.add(name, number);
  }

  /** Removes the last record: its number may be used again. */
  endAt(number: number, record: R): void {
    if (number >= this.#upTo) return;
    for (const name of new Set(this.namesOf(record))) this.remove(name, number);
    this.#upTo = number;
  }

  get state(): IndexState {
    return { root: this.names.root, upTo: this.#upTo };
  }

  set state({ root, upTo }: IndexState) {
    this.names.root = root as Tree<K, V> | undefined;
    this.#upTo = upTo;
  }
}

/** Finds a record by its id or another unique name. It stores only hashes, and compares the names of records. */
export class KeyIndex<R> extends NameIndex<R, number, number | readonly number[]> {
  /** The numbers of the records whose names share a hash: nearly always one. */
  protected readonly names = new OrderedMap<number, number | readonly number[]>(byNumber, this.ownership);

  find(name: string, end: number): number | undefined {
    this.catchUp(end);
    const known = this.names.get(hashOf(name));
    if (known === undefined) return undefined;
    if (typeof known === 'number') return this.#isNamed(known, name) ? known : undefined;
    return known.findLast((number) => this.#isNamed(number, name));
  }

  /** Whether one of the records before number `end` has a name of this record. */
  has(record: R, end: number): boolean {
    return this.namesOf(record).some((name) => this.find(name, end) !== undefined);
  }

  protected add(name: string, number: number): void {
    const hash = hashOf(name);
    const known = this.names.get(hash);
    this.names.set(hash, known === undefined ? number : [known, number].flat());
  }

  protected remove(name: string, number: number): void {
    this.names.change(hashOf(name), (known) => {
      const others = [known ?? []].flat().filter((other) => other !== number);
      return others.length > 1 ? others : others[0];
    });
  }

  #isNamed(number: number, name: string): boolean {
    const record = this.records.get(number);
    return record !== undefined && this.namesOf(record)[0] === name;
  }
}

/** Lists and counts the records of each set. */
export class SetIndex<R> extends NameIndex<R, string, Tree<number, true>> {
  protected readonly names = new OrderedMap<string, Tree<number, true>>(byText, this.ownership);

  /** The numbers of the records in a set. */
  get(name: string, end: number): Tree<number, true> | undefined {
    this.catchUp(end);
    return this.names.get(name);
  }

  /** The numbers of the records in each set. */
  all(end: number): [name: string, numbers: Tree<number, true>][] {
    this.catchUp(end);
    return this.names.entries();
  }

  protected add(name: string, number: number): void {
    const { owner } = this.ownership;
    this.names.change(name, (numbers) => insert(numbers, byNumber, owner, number, true as const));
  }

  protected remove(name: string, number: number): void {
    const { owner } = this.ownership;
    this.names.change(name, (numbers) => remove(numbers, byNumber, owner, number));
  }
}

/** A hash in 30 bits: V8 may allocate an object for a greater number. */
const hashOf = (name: string): number => fnv(name) >>> 2;
