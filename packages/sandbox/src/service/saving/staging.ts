import type { Due } from '../kernel/due-queue.ts';
import type { LoggedEvent } from '../kernel/event-log.ts';
import { mapContents, StoredContent } from '../state/stored-content.ts';
import { deepFrozen } from '../state/copy.ts';
import type { LoggedRequest } from '../state/logged-request.ts';
import { decodeBytes, emailEventsIn, type SavedHeader } from './saved.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { Store } from '../state/store.ts';

/** What was added to a section so far. A section is a table, a log or the queue. */
interface Progress {
  /** Number of the latest entry. */
  latest: number;
  count: number;
  /** The latest entry. */
  entry: object;
}

/**
 * Builds a state from its saved entries, in a private store: {@link Staging.add} once for each entry, then {@link
 * Staging.finish}. If one of them throws, the store that is to get the state stays as it was.
 */
export class Staging {
  /** The tables so far. */
  readonly store: Store;
  readonly #header: SavedHeader;
  readonly #contentFrom: (saved: unknown) => unknown;
  readonly #mayClash: boolean;
  readonly #tables: ReadonlyMap<string, Store['tables'][number]>;
  readonly #due: [number, Due][] = [];
  readonly #events: LoggedEvent[] = [];
  readonly #requests: LoggedRequest[] = [];
  readonly #progress = new Map<string, Progress>();

  /** `mayClash`: whether to check for two records with the same key. A file that a sandbox wrote has none. */
  constructor(
    store: Store,
    header: SavedHeader,
    contentFrom: (saved: unknown) => unknown,
    mayClash: boolean,
  ) {
    this.store = store.empty();
    this.#header = header;
    this.#contentFrom = contentFrom;
    this.#mayClash = mayClash;
    this.#tables = new Map(this.store.tables.map((table) => [table.schema.name, table]));
    this.store.clock.state = header.clock;
  }

  /** The names of all sections. */
  get sections(): string[] {
    return Object.keys(this.#header.sections);
  }

  /**
   * Adds an entry with its number: the entries of a section come in the order of their numbers.
   *
   * @throws TypeError if its number or one of its keys does not fit.
   */
  add(section: string, number: number, saved: object): void {
    const progress = this.#checkNumber(section, number);
    const entry = mapContents(section, decodeBytes(saved), this.#contentFrom);
    reuseMembers(entry, progress.entry);
    deepFrozen(entry);
    progress.entry = entry;
    if (section === 'due') this.#due.push([number, entry as Due]);
    else if (section === 'events') this.#events.push(numbered(number, entry as LoggedEvent));
    else if (section === 'requests') this.#requests.push(numbered(number, entry as LoggedRequest));
    else this.#adopt(section, number, entry);
  }

  /** The whole state. Throws a `TypeError` naming a section that lacks entries. */
  finish(): Snapshot {
    const { clock, random, wire, sections } = this.#header;
    for (const [section, { count }] of Object.entries(sections)) {
      const found = this.#progress.get(section)?.count ?? 0;
      if (found !== count) throw new TypeError(`${section} has ${found} entries instead of ${count}`);
    }
    if (this.store.accounts.size === 0) throw new TypeError('it has no account');
    for (const [name, table] of this.#tables) table.skipTo(sections[name]?.sequence ?? 0);
    this.store.due.load(sections['due']?.sequence ?? 0, this.#due);
    const emailEvents = emailEventsIn(this.#header);
    if (emailEvents.upTo > this.store.messages.sequence) {
      throw new TypeError('emailEvents.upTo must be at most the number of the next email');
    }
    const log = <E>(name: string, array: E[]) => ({
      sequence: sections[name]?.sequence ?? 0,
      array,
      start: 0,
    });
    return {
      ...this.store.snapshot(),
      clock,
      random,
      wire,
      emailEvents,
      events: log('events', this.#events),
      requests: log('requests', this.#requests),
    };
  }

  #adopt(section: string, number: number, record: object): void {
    const table = this.#tables.get(section);
    const [clash] = (this.#mayClash && table?.clashes(record)) || [];
    if (clash !== undefined) throw new TypeError(`${section}: another record has the same ${clash}`);
    table?.adopt(number, record);
  }

  /** Checks that an entry comes next, and counts it. */
  #checkNumber(section: string, number: number): Progress {
    const known = this.#header.sections[section];
    if (!known) throw new TypeError(`there is no section ${section}`);
    const progress = this.#progress.get(section) ?? { latest: -1, count: 0, entry: {} };
    this.#progress.set(section, progress);
    if (number <= progress.latest) throw new TypeError(`${section} must have ascending numbers`);
    // A log counts from 1: its latest entry has the number of the log.
    const isLog = !this.#tables.has(section) && section !== 'due';
    if (number >= known.sequence + (isLog ? 1 : 0)) {
      throw new TypeError(`${section} must have numbers below that of its next entry`);
    }
    progress.latest = number;
    progress.count += 1;
    return progress;
  }
}

function numbered<E extends { readonly sequence: number }>(number: number, entry: E): E {
  if (entry.sequence !== number) throw new TypeError(`sequence must be ${number}, its own number`);
  return entry;
}

/** Saves memory: consecutive emails usually have the same plan and sender, so they share these values. */
function reuseMembers(record: object, before: object): void {
  for (const [name, value] of Object.entries(record)) {
    const known: unknown = Reflect.get(before, name);
    if (isSame(value, known)) Reflect.set(record, name, known);
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  // Bytes and contents are large or unique.
  if (a instanceof Uint8Array || a instanceof StoredContent || Array.isArray(a) !== Array.isArray(b))
    return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
  );
}
