import type { OrderedMap } from './ordered-map.ts';
import { SharedIndex } from './shared-index.ts';

/** What an index knows, in one state of its table. */
export interface KeyState {
  readonly places: SharedIndex;
  /** The records before this number are known. */
  readonly upTo: number;
}

/** Places that an index may know beside one for each record, before it is made anew. */
const mostStale = 1_000;

/**
 * Where the records of a table are by their id, or by one of their unique keys. All states of the
 * table share the places: a record is where it is said to be if it is there now.
 */
export class KeyIndex<R> {
  readonly keyOf: (record: R) => string | undefined;
  /** Whether it takes in the records that came since when somebody looks for one, and not before. */
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

  /** Remembers where a record is to be, unless another has its key; says whether none has. */
  claim(sequence: number, record: R): boolean {
    const key = this.keyOf(record);
    return this.isLate || key === undefined || this.#places.claim(key, sequence, this.#isThere);
  }

  /** Remembers where a record is, whatever else is known of its key. */
  add(sequence: number, record: R): void {
    const key = this.keyOf(record);
    if (key !== undefined) this.#places.add(key, sequence);
  }

  /** Lets a late index take in the records that came since, all before number `end`. */
  catchUp(end: number): void {
    if (!this.isLate || this.#upTo >= end) return;
    for (const [sequence, record] of this.#records.entriesFrom(this.#upTo)) this.add(sequence, record);
    this.#upTo = end;
    this.renewStale(end);
  }

  /**
   * Makes the index anew where it knows too many places that are of other states only.
   *
   * @param end The number of the record to come.
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
