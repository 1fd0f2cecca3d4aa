/** One thing that happened. */
export interface LoggedEvent {
  /** Number of the event: from 1, without gaps. */
  readonly sequence: number;
  /** When. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** For example `email.delivered`. */
  readonly type: string;
  /** Facts about it; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The state of a log, for snapshots. */
export interface LogState<E> {
  readonly sequence: number;
  /** The entries; never changed from here on. */
  readonly array: E[];
  /** Those before this one were dropped. */
  readonly start: number;
}

/**
 * A log in order of time that drops its oldest entries.
 *
 * A state of the log is its array, so taking one costs nothing. The next append continues with a copy of
 * the entries in it.
 */
export class EventLog<E extends { readonly sequence: number } = LoggedEvent> {
  /** How many entries it holds. */
  readonly capacity: number;
  readonly #listeners = new Set<(entry: E) => void>();
  readonly #dropped: ((entries: readonly E[]) => void) | undefined;
  readonly #read: (() => void) | undefined;
  #sequence = 0;
  #array: E[] = [];
  /** Those before this one were dropped. They stay in the array until they are half of it. */
  #start = 0;
  /** Whether a state shares the array. */
  #shared = false;

  /**
   * @param capacity Most entries; the oldest are dropped.
   * @param dropped Called with entries that are no longer held: many at once, some time after they were dropped.
   * @param read Called when the entries are read.
   */
  constructor(capacity: number, dropped?: (entries: readonly E[]) => void, read?: () => void) {
    this.capacity = capacity;
    this.#dropped = dropped;
    this.#read = read;
  }

  /** The number of the latest entry that there ever was. */
  get sequence(): number {
    return this.#sequence;
  }

  get oldest(): E | undefined {
    return this.#array[this.#start];
  }

  get latest(): E | undefined {
    return this.#array.length > this.#start ? this.#array.at(-1) : undefined;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Skips the numbers of entries that would be dropped at once, so that numbers count all events. */
  skip(count: number): void {
    this.#sequence += count;
  }

  /** Adds an entry, made by `make` from its sequence number, and calls the listeners. */
  append(make: (sequence: number) => E): E {
    const entry = make(++this.#sequence);
    if (this.#shared || this.#start > this.capacity) this.#take(this.#kept());
    this.#array.push(entry);
    if (this.#array.length - this.#start > this.capacity) this.#start += 1;
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** The entries, oldest first. */
  entries(): E[] {
    this.#read?.();
    return this.#kept();
  }

  /** The entries, and dropped ones that are still held, oldest first. */
  held(): readonly E[] {
    return this.#array;
  }

  #kept(): E[] {
    return this.#array.slice(this.#start);
  }

  /** Replaces all entries without notifying subscribers. They may be in any order, and one that comes twice counts once. */
  load(sequence: number, entries: readonly E[]): void {
    this.#sequence = sequence;
    const ordered = [...new Set(entries)].sort((a, b) => a.sequence - b.sequence);
    this.#take(ordered.slice(Math.max(0, ordered.length - 2 * this.capacity)));
    this.#start = Math.max(0, this.#array.length - this.capacity);
  }

  /** Removes all entries, or those for which `gone` is true; the numbering continues. */
  clear(gone: (entry: E) => boolean = () => true): void {
    const entries = this.#kept();
    this.#dropped?.(entries.filter(gone));
    this.#take(entries.filter((entry) => !gone(entry)));
  }

  /** Calls `listener` with every further entry until you call the returned function. */
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
    if (this.#start > 0) this.#dropped?.(this.#array.slice(0, this.#start));
    this.#array = entries;
    this.#start = 0;
    this.#shared = false;
  }
}
