import { byNumber, OrderedMap, type Ownership } from '../tables/ordered-map.ts';
import { first, insert, remove, type Tree, visitRange } from '../tables/tree.ts';

/** A planned event; plain data, so that it can be saved. */
export interface Due {
  /** When it happens. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** Which event, for example `email.sent`. */
  readonly kind: string;
  /** Id of the record that it happens to. */
  readonly id: string;
}

/** The state of a queue, for snapshots. */
export interface DueState {
  /** Number of the next entry. */
  readonly sequence: number;
  /** The entries of each time, by their numbers. */
  readonly root: Tree<number, Tree<number, Due>> | undefined;
}

/** Planned events, ordered by time and then by the order in which they were added. */
export class DueQueue {
  readonly #ownership: Ownership;
  readonly #times: OrderedMap<number, Tree<number, Due>>;
  #sequence = 0;
  /** The latest state that was taken. A change copies its root, because it has no owner. */
  #state: DueState = { sequence: 0, root: undefined };

  constructor(ownership: Ownership) {
    this.#ownership = ownership;
    this.#times = new OrderedMap(byNumber, ownership);
  }

  add(due: Due): void {
    this.#put(this.#sequence++, due);
  }

  /** Every entry with its number, in the order in which they come. */
  entries(): [sequence: number, due: Due][] {
    const entries: [number, Due][] = [];
    for (const due of this.#times.values()) {
      visitRange(due, 0, due.size, (sequence, entry) => entries.push([sequence, entry]));
    }
    return entries;
  }

  /** Replaces all entries, with their numbers. */
  load(sequence: number, entries: readonly (readonly [sequence: number, due: Due])[]): void {
    this.state = { sequence, root: undefined };
    for (const [number, due] of entries) this.#put(number, due);
  }

  /** Removes all entries for which `gone` is true, due or not; it is called in their order. */
  remove(gone: (due: Due) => boolean): void {
    for (const [sequence, due] of this.entries()) {
      if (gone(due)) this.#drop(due.at, sequence);
    }
  }

  /** When the next entry is due; `undefined` if there is none. */
  get nextAt(): number | undefined {
    return this.#times.firstKey();
  }

  /** Removes and returns the next entry if it is due by `now`. */
  take(now: number): Due | undefined {
    const at = this.nextAt;
    if (at === undefined || at > now) return undefined;
    const [sequence = 0, due] = first(this.#times.get(at)) ?? [];
    this.#drop(at, sequence);
    return due;
  }

  get state(): DueState {
    const { root } = this.#times;
    if (this.#state.root === root && this.#state.sequence === this.#sequence) return this.#state;
    this.#ownership.renew();
    this.#state = { sequence: this.#sequence, root };
    return this.#state;
  }

  set state({ sequence, root }: DueState) {
    this.#sequence = sequence;
    this.#times.root = root;
  }

  #drop(at: number, sequence: number): void {
    const { owner } = this.#ownership;
    this.#times.change(at, (others) => remove(others, byNumber, owner, sequence));
  }

  #put(sequence: number, due: Due): void {
    const { owner } = this.#ownership;
    this.#times.change(due.at, (others) => insert(others, byNumber, owner, sequence, due));
  }
}
