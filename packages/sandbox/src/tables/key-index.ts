import type { OrderedMap } from './ordered-map.ts';
import { SharedIndex } from './shared-index.ts';

/** The content of an index in one state of its table. */
export interface KeyState {
  readonly places: SharedIndex;
  /** Records before this number are indexed. */
  readonly upTo: number;
}

/** Stale places that an index may hold before it is rebuilt. */
const mostStale = 1_000;

/**
 * Finds the records of a table by their id or by another unique key. All states of the table share the
 * positions, so each position must be checked against the current state.
 */
export class KeyIndex<R> {
  readonly keyOf: (record: R) => string | undefined;
  /** Whether new records are indexed only on the next look-up. */
  readonly isLate: boolean;
  readonly #records: OrderedMap<number, R>;
  #places = new SharedIndex();
  #upTo = 0;

  constructor(records: OrderedMap<number, R>, keyOf: (record: R) => string | undefined, isLate: boolean) {
    this.#records = records;
    this.keyOf = keyOf;
    this.isLate = isLate;
  }

  /** The number of the record with a key. */
  find(key: string): number | undefined {
    return this.#places.find(key, this.#isThere);
  }

  /** Reserves a key for a record; returns false if another record has it. */
  claim(sequence: number, record: R): boolean {
    const key = this.keyOf(record);
    return this.isLate || key === undefined || this.#places.claim(key, sequence, this.#isThere);
  }

  /** Adds the position of a record to its key. */
  add(sequence: number, record: R): void {
    const key = this.keyOf(record);
    if (key !== undefined) this.#places.add(key, sequence);
  }

  /** Brings a late index up to date with all records before number `end`. */
  catchUp(end: number): void {
    if (!this.isLate || this.#upTo >= end) return;
    for (const [sequence, record] of this.#records.entriesFrom(this.#upTo)) this.add(sequence, record);
    this.#upTo = end;
    this.renewStale(end);
  }

  /**
   * Rebuilds the index if it holds too many positions that only other states use.
   *
   * @param end The number of the next record.
   * @returns whether it did.
   */
  renewStale(end: number): boolean {
    if (this.#places.size <= 2 * this.#records.size + mostStale) return false;
    this.#places = new SharedIndex();
    for (const [sequence, record] of this.#records.entries()) this.add(sequence, record);
    this.#upTo = end;
    return true;
  }

  get state(): KeyState {
    return { places: this.#places, upTo: this.#upTo };
  }

  set state({ places, upTo }: KeyState) {
    this.#places = places;
    this.#upTo = upTo;
  }

  readonly #isThere = (key: string, sequence: number): boolean => {
    const record = this.#records.get(sequence);
    return record !== undefined && this.keyOf(record) === key;
  };
}
