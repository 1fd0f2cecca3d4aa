import { byNumber, OrderedMap, type Ownership } from './ordered-map.ts';
import type { Tree } from './tree.ts';

/** One thing that happened. */
export interface LoggedEvent {
  /** Counts up from 1 without gaps. */
  readonly sequence: number;
  /** When. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** What, for example `email.delivered`. */
  readonly type: string;
  /** Facts about it; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The saved content of a log. */
export interface LogState<E> {
  readonly sequence: number;
  readonly root: Tree<number, E> | undefined;
}

/** What happened, in order; it keeps the newest entries only. */
export class EventLog<E extends { readonly sequence: number } = LoggedEvent> {
  readonly entries: OrderedMap<number, E>;
  readonly #capacity: number;
  readonly #listeners = new Set<(entry: E) => void>();
  #sequence = 0;

  /** @param capacity Entries kept; the oldest go first. */
  constructor(ownership: Ownership, capacity: number) {
    this.entries = new OrderedMap<number, E>(byNumber, ownership);
    this.#capacity = capacity;
  }

  /** Adds an entry, made by `make` from its sequence number, and tells the listeners. */
  append(make: (sequence: number) => E): E {
    const entry = Object.freeze(make(++this.#sequence));
    this.entries.set(entry.sequence, entry);
    this.#drop();
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** Puts other entries in the place of all that there are; nobody is told. */
  load(sequence: number, entries: readonly (readonly [sequence: number, entry: E])[]): void {
    this.#sequence = sequence;
    this.entries.root = undefined;
    for (const [number, entry] of entries) this.entries.set(number, Object.freeze(entry));
    this.#drop();
  }

  /** Forgets all entries, or those that `gone` is true of; the numbering goes on. */
  clear(gone: (entry: E) => boolean = () => true): void {
    for (const entry of this.entries.values()) if (gone(entry)) this.entries.delete(entry.sequence);
  }

  /** Calls `listener` with every further entry until the returned function is called. */
  subscribe(listener: (entry: E) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get state(): LogState<E> {
    return { sequence: this.#sequence, root: this.entries.root };
  }

  set state(state: LogState<E>) {
    this.#sequence = state.sequence;
    this.entries.root = state.root;
  }

  /** Drops the oldest entries beyond the capacity; a log that was put back may have held more. */
  #drop(): void {
    for (let excess = this.entries.size - this.#capacity; excess > 0; excess--) {
      const oldest = this.entries.first();
      if (oldest) this.entries.delete(oldest[0]);
    }
  }
}
