import type { LoggedEvent } from '../kernel/event-log.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { Snapshot } from './snapshot.ts';
import type { Store } from './store.ts';
import type { Version } from './version.ts';
import type { Versions } from './versions.ts';

/** A state at the end of a version. */
interface Base {
  readonly version: Version;
  readonly snapshot: Snapshot;
}

/** Stores of the past that are kept, for a page that reads several parts of one. */
const mostStores = 4;
/** Number of versions after which a state to start from is made, so that the next look back takes a few milliseconds. */
const mostBases = 32;
const versionsBetween = 500;

const pasts = new WeakMap<Store, Past>();

/** The state right after an event, not to be changed: callers share it. `undefined` if its version was dropped. */
export function pastOf(store: Store, event: LoggedEvent): Store | undefined {
  const { versions } = store;
  const version = versions?.of(event);
  if (!versions || !version) return undefined;
  const past = pasts.get(store) ?? new Past(store, versions);
  pasts.set(store, past);
  return past.at(event, version);
}

class Past {
  readonly #store: Store;
  readonly #versions: Versions;
  readonly #stores = new Map<LoggedEvent, Store>();
  #bases: Base[] = [];

  constructor(store: Store, versions: Versions) {
    this.#store = store;
    this.#versions = versions;
  }

  at(event: LoggedEvent, version: Version): Store {
    const known = this.#stores.get(event);
    if (known) return known;
    this.#versions.seal();
    const store = this.#storeAt(event, version);
    this.#stores.set(event, store);
    for (const oldest of this.#stores.keys()) if (this.#stores.size > mostStores) this.#stores.delete(oldest);
    return store;
  }

  #storeAt(event: LoggedEvent, version: Version): Store {
    const base = this.#baseFor(version);
    const store = this.#store.empty();
    store.restore(base?.snapshot ?? this.#store.present());
    const tables = new Map(store.tables.map((table) => [table.schema.name, table]));
    const requests = [...store.requests.held()];
    let passed = 0;
    for (const later of this.#versions.after(version)) {
      if (base && later.number > base.version.number) continue;
      for (const { table, number, before } of later.changes.toReversed()) {
        tables.get(table)?.takeBack(number, before);
      }
      while (store.messages.sequence > later.from) store.messages.takeBack(store.messages.sequence - 1, null);
      requests.push(...later.dropped);
      passed += 1;
      if (passed % versionsBetween === 0 && later.before) this.#goTo(store, later.before, requests);
    }
    this.#goTo(store, version, requests);
    store.endAt(event, version.end?.isFrozen ?? false);
    store.start = this.#store.start;
    return store;
  }

  /** Sets everything but the tables to the end of a version, and remembers the state. */
  #goTo(store: Store, version: Version, requests: readonly LoggedRequest[]): void {
    const { end } = version;
    if (!end) return;
    store.random.state = end.random;
    store.wire = end.wire;
    store.due.state = end.due;
    // A request that was deleted and came back is there twice.
    const known = requests.filter(({ sequence }) => sequence <= end.requests);
    store.requests.load(end.requests, known);
    this.#bases = [...this.#bases, { version, snapshot: store.present() }].slice(-mostBases);
  }

  /** The earliest state at or after a version; `undefined` for the present. */
  #baseFor(version: Version): Base | undefined {
    return this.#bases
      .filter((base) => base.version.number >= version.number && this.#versions.has(base.version))
      .toSorted((a, b) => a.version.number - b.version.number)[0];
  }
}
