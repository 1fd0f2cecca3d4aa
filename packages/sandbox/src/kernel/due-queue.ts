import { OrderedMap, type Ownership } from './ordered-map.ts';

/** Something that happens at a time to come; plain data, so that it can be saved. */
export interface Due {
  /** When. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** What, for whoever runs it. */
  readonly kind: string;
  /** To which record. */
  readonly id: string;
}

type Key = readonly [at: number, sequence: number];

/** What is due, ordered by time and, within one time, by the order in which it was added. */
export class DueQueue {
  readonly entries: OrderedMap<Key, Due>;
  sequence = 0;

  constructor(ownership: Ownership) {
    this.entries = new OrderedMap<Key, Due>((a, b) => a[0] - b[0] || a[1] - b[1], ownership);
  }

  add(due: Due): void {
    this.entries.set([due.at, this.sequence++], due);
  }

  /** Puts other entries, with their numbers, in the place of all that there are. */
  load(sequence: number, entries: readonly (readonly [sequence: number, due: Due])[]): void {
    this.sequence = sequence;
    this.entries.root = undefined;
    for (const [number, due] of entries) this.entries.set([due.at, number], due);
  }

  /** Takes out, whenever they are due, the entries that `gone` is true of; it is asked in their order. */
  remove(gone: (due: Due) => boolean): void {
    for (const [key, due] of this.entries.entries()) if (gone(due)) this.entries.delete(key);
  }

  /** When the next entry is due; `undefined` where there is none. */
  get nextAt(): number | undefined {
    return this.entries.firstKey()?.[0];
  }

  /** Takes out the next entry if it is due at `now` or was before. */
  take(now: number): Due | undefined {
    const next = this.nextAt;
    return next === undefined || next > now ? undefined : this.entries.shift()?.[1];
  }
}
