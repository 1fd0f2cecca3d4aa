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

/** Where a log stands. */
export interface LogState<E> {
  readonly sequence: number;
  /** The entries; nobody adds to it from here on. */
  readonly array: E[];
  /** Those before this one were dropped. */
  readonly start: number;
}

/**
 * What happened, in order; it keeps the newest entries only.
 *
 * A state of the log is its array, so it costs nothing. Whoever adds to it next goes on with a copy of
 * the entries that are kept.
 */
export class EventLog<E extends { readonly sequence: number } = LoggedEvent> {
  /** How many entries it keeps. */
  readonly capacity: number;
  readonly #listeners = new Set<(entry: E) => void>();
  #sequence = 0;
  #array: E[] = [];
  #start = 0;
  /** Whether a state holds the array. */
  #shared = false;

  /** @param capacity Entries kept; the oldest go first. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Leaves out the numbers of entries that are dropped without having been added. */
  skip(count: number): void {
    this.#sequence += count;
  }

  /** Adds an entry, made by `make` from its sequence number, and tells the listeners. */
  append(make: (sequence: number) => E): E {
    const entry = make(++this.#sequence);
    // What was dropped stays in the array until it is as much again as is kept.
    if (this.#shared || this.#start > this.capacity) this.#take(this.entries());
    this.#array.push(entry);
    if (this.#array.length - this.#start > this.capacity) this.#start += 1;
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** What is kept, oldest first. */
  entries(): E[] {
    return this.#array.slice(this.#start);
  }

  /** Puts other entries in the place of all that there are; nobody is told. */
  load(sequence: number, entries: readonly E[]): void {
    this.#sequence = sequence;
    this.#take(entries.slice(Math.max(0, entries.length - this.capacity)));
  }

  /** Forgets all entries, or those that `gone` is true of; the numbering goes on. */
  clear(gone: (entry: E) => boolean = () => true): void {
    this.#take(this.entries().filter((entry) => !gone(entry)));
  }

  /** Calls `listener` with every further entry until the returned function is called. */
  subscribe(listener: (entry: E) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get state(): LogState<E> {
    this.#shared = true;
    return { sequence: this.#sequence, array: this.#array, start: this.#start };
  }

  set state({ sequence, array, start }: LogState<E>) {
    this.#sequence = sequence;
    this.#array = array;
    this.#start = Math.max(start, array.length - this.capacity);
    this.#shared = true;
  }

  #take(entries: E[]): void {
    this.#array = entries;
    this.#start = 0;
    this.#shared = false;
  }
}
