import {
  type Compare,
  countWhile,
  find,
  first,
  firstKey,
  insert,
  type Owner,
  rank,
  remove,
  type Tree,
  visitRange,
} from './tree.ts';

/** The right to change nodes in place, shared by the maps of a store. Renewing it is all that a snapshot needs. */
export class Ownership {
  owner: Owner = {};

  renew(): void {
    this.owner = {};
  }
}

/** Orders numbers, smallest first. */
export const byNumber: Compare<number> = (a, b) => a - b;

/** Orders text by its code units. */
export const byText: Compare<string> = (a, b) => (a < b ? -1 : a === b ? 0 : 1);

/** A sorted map in which finding the n-th entry or the rank of a key costs no more than a look-up. */
export class OrderedMap<K, V> {
  readonly #compare: Compare<K>;
  readonly #ownership: Ownership;
  /** The whole content; it never changes again after the {@link Ownership} is renewed. */
  root: Tree<K, V> | undefined;

  constructor(compare: Compare<K>, ownership: Ownership, root?: Tree<K, V>) {
    this.#compare = compare;
    this.#ownership = ownership;
    this.root = root;
  }

  get size(): number {
    return this.root?.size ?? 0;
  }

  get(key: K): V | undefined {
    return find(this.root, this.#compare, key);
  }

  set(key: K, value: V): void {
    this.root = insert(this.root, this.#compare, this.#ownership.owner, key, value);
  }

  delete(key: K): boolean {
    const before = this.size;
    this.root = remove(this.root, this.#compare, this.#ownership.owner, key);
    return this.size < before;
  }

  /** Replaces the value under `key` with the result of `change`; removes it if that is `undefined`. */
  change(key: K, change: (value: V | undefined) => V | undefined): void {
    const before = this.get(key);
    const after = change(before);
    if (after === before) return;
    if (after === undefined) this.delete(key);
    else this.set(key, after);
  }

  /** How many keys are smaller than `key`. */
  rank(key: K): number {
    return rank(this.root, this.#compare, key);
  }

  /** Counts the leading values for which `holds` is true; it must be false for all later ones. */
  countWhile(holds: (value: V) => boolean): number {
    return countWhile(this.root, holds);
  }

  /** Entries from rank `start` up to, not including, rank `end`, smallest key first. */
  entries(start = 0, end = this.size): [K, V][] {
    const entries: [K, V][] = [];
    visitRange(this.root, start, end, (key, value) => entries.push([key, value]));
    return entries;
  }

  /** Values from rank `start` up to, not including, rank `end`, smallest key first. */
  values(start = 0, end = this.size): V[] {
    const values: V[] = [];
    visitRange(this.root, start, end, (_key, value) => values.push(value));
    return values;
  }

  /** The entry with the smallest key. */
  first(): [K, V] | undefined {
    return first(this.root);
  }

  /** The smallest key. */
  firstKey(): K | undefined {
    return this.root && firstKey(this.root);
  }
}
