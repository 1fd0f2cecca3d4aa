import type { LoggedEvent } from '../kernel/event-log.ts';
import type { RecordChange } from '../tables/observers.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { Version, Versioned, VersionEnd } from './version.ts';
import { StoredContent } from './stored-content.ts';

/** Most versions; there may be several between two events. */
const mostVersions = 10_000;
/** Most bytes of all versions. */
const mostBytes = 64 * 1024 * 1024;
/** Bytes of a version without what its changes replaced, and of a change. */
const versionBytes = 400;
const changeBytes = 40;

const none: readonly never[] = [];

/** The version that each event belongs to. Snapshots share events and versions with their store. */
const versionOf = new WeakMap<LoggedEvent, Version>();

/**
 * The versions of a store, for its history: its state right after each event.
 *
 * A version holds how to undo its changes, so a send costs a few small objects, and looking back costs as much as there
 * were changes since. The oldest versions are dropped first: beyond 10,000, beyond 64 MB, and with the events that the
 * log drops. Bytes are estimated: the length of texts and files, and a little for each object.
 */
export class Versions {
  readonly #store: Versioned;
  /** Oldest first, numbered without gaps. */
  #versions: Version[] = [];
  /** Those before this one were dropped. They stay in the array until they are an eighth of it. */
  #start = 0;
  #bytes = 0;
  /** The one that is changing; absent if nothing has changed since the last one. */
  #open: Version | undefined;
  /** Events are in the order of their versions. */
  #reached: Version | undefined;

  constructor(store: Versioned) {
    this.#store = store;
  }

  /** Notes a change of a table, or a request. */
  note(source: string, change?: RecordChange): void {
    if (!change) return void (source === 'requests' && this.open());
    const { number, before, after } = change;
    const version = this.open();
    // Not noted one by one, because most changes are new messages: a version has the range of their numbers.
    if (before === null && source === 'messages') return;
    version.changes.push({ table: source, number, before });
    version.bytes += changeBytes + (before ? bytesOnlyIn(before, after) : 0);
  }

  /** Notes that the request log no longer holds some requests. */
  noteDropped(entries: readonly LoggedRequest[]): void {
    const version = this.open();
    version.dropped = [...version.dropped, ...entries];
    version.bytes += entries.reduce((sum, entry) => sum + bytesOfEntry(entry), 0);
  }

  /** The version that is changing now. */
  open(): Version {
    const latest = this.#versions.at(-1);
    this.#open ??= {
      number: (latest?.number ?? 0) + 1,
      time: this.#store.clock.now(),
      from: latest?.end?.upTo ?? 0,
      changes: [],
      dropped: none,
      bytes: versionBytes,
      before: latest,
      end: undefined,
    };
    return this.#open;
  }

  /** Ends the version that is changing, if there is one: what happens from now on belongs to the next one. */
  seal(): void {
    const { wire, clock } = this.#store;
    const latest = this.#versions.at(-1)?.end;
    const isSame = latest?.wire === wire && latest.isFrozen === clock.frozen;
    if (!this.#open && isSame) return;
    const version = this.open();
    version.end = endOf(this.#store);
    this.#open = undefined;
    this.#versions.push(version);
    this.#bytes += version.bytes;
    this.#dropOldest();
  }

  /** Notes that an event belongs to the version that is changing. */
  add(event: LoggedEvent): void {
    this.#reached = this.open();
    versionOf.set(event, this.#reached);
  }

  /** Notes to which version an event of an email belongs that is logged later than it happened. */
  addLate(event: LoggedEvent, message: number, isAcceptance: boolean): void {
    // What happens at a time comes before the requests of that time.
    const happened = isAcceptance
      ? this.#last(({ from }) => from <= message)
      : this.#last(({ time }) => time < event.at);
    const reached = this.#reached;
    const version = happened && reached && happened.number < reached.number ? reached : happened;
    if (!version) return;
    this.#reached = version;
    versionOf.set(event, version);
  }

  /** The version that an event belongs to; `undefined` if it was dropped. */
  of(event: LoggedEvent): Version | undefined {
    const version = versionOf.get(event);
    return version && this.has(version) ? version : undefined;
  }

  /** Whether one can go back to a version. */
  has(version: Version): boolean {
    if (version === this.#open) return true;
    const index = version.number - (this.#versions[0]?.number ?? 0);
    return index >= this.#start && this.#versions[index] === version;
  }

  /** The versions after this one, newest first. The last change must be sealed. */
  *after({ number }: Version): Generator<Version> {
    for (let index = this.#versions.length - 1; index >= this.#start; index--) {
      const version = this.#versions[index] as Version;
      if (version.number <= number) return;
      yield version;
    }
  }

  /** Forgets the history of the present state. Only its latest event stays. */
  begin(): void {
    this.#load([]);
    const { latest } = this.#store.loggedEvents;
    if (latest) this.add(latest);
    this.seal();
  }

  /** The latest version, with all before it. */
  get state(): Version | undefined {
    this.seal();
    return this.#versions.at(-1);
  }

  set state(latest: Version | undefined) {
    const versions: Version[] = [];
    for (let version = latest; version; version = version.before) versions.push(version);
    if (latest) this.#load(versions.reverse());
    else this.begin();
  }

  #load(versions: Version[]): void {
    this.#versions = versions;
    this.#start = 0;
    this.#bytes = versions.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#open = undefined;
    this.#reached = undefined;
  }

  #dropOldest(): void {
    const versions = this.#versions;
    const { oldest } = this.#store.loggedEvents;
    const needed = (oldest && this.of(oldest)?.number) ?? 0;
    const before = this.#start;
    for (let next = versions[this.#start]; next; next = versions[this.#start]) {
      const count = versions.length - this.#start;
      const isTooMuch = this.#bytes > mostBytes || count > mostVersions || next.number < needed;
      if (count === 1 || !isTooMuch) break;
      this.#bytes -= next.bytes;
      this.#start += 1;
    }
    if (this.#start === before) return;
    const first = versions[this.#start];
    if (first) first.before = undefined;
    if (this.#start > versions.length / 8) this.#start -= versions.splice(0, this.#start).length;
  }

  /** The latest version for which `holds` is true; it must be false for all after it. */
  #last(holds: (version: Version) => boolean): Version | undefined {
    if (this.#open && holds(this.#open)) return this.#open;
    let low = this.#start;
    let high = this.#versions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#versions[middle] as Version)) low = middle + 1;
      else high = middle;
    }
    return low > this.#start ? this.#versions[low - 1] : undefined;
  }
}

function endOf({ clock, random, wire, due, requests, messages }: Versioned): VersionEnd {
  return {
    isFrozen: clock.frozen,
    random: random.state,
    wire,
    due: due.state,
    requests: requests.sequence,
    upTo: messages.sequence,
  };
}

/** Bytes of an object without its members, and of a member. */
const objectBytes = 56;
const memberBytes = 12;
/** Bytes of an entry of the request log without its bodies: most of it is headers. */
const entryBytes = 1_200;

/** About how many bytes only `before` holds: its members that `after`, which replaced it, does not share. */
function bytesOnlyIn(before: object, after?: object): number {
  const [old, fresh] = [before as Members, after as Members | undefined];
  let bytes = objectBytes;
  for (const name in old) {
    if (!fresh || fresh[name] !== old[name]) bytes += memberBytes + bytesOf(old[name], fresh?.[name]);
  }
  return bytes;
}

/** About how many bytes an entry of the request log has. Each request drops one, so this does not measure headers. */
function bytesOfEntry({ body, response }: LoggedRequest): number {
  return entryBytes + bytesOf(body) + (response?.body?.length ?? 0);
}

type Members = Readonly<Record<string, unknown>>;

function bytesOf(value: unknown, after?: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return value.byteLength;
  // It is in a file.
  if (value instanceof StoredContent) return objectBytes;
  if (Array.isArray(value)) return bytesOfList(value, Array.isArray(after) ? after : []);
  return bytesOnlyIn(value, typeof after === 'object' && after !== null ? after : undefined);
}

/** By index, because a batch of verifications has thousands of findings, and each of its turns replaces one. */
function bytesOfList(old: readonly unknown[], fresh: readonly unknown[]): number {
  let bytes = objectBytes + old.length * memberBytes;
  for (let index = 0; index < old.length; index += 1) {
    if (fresh[index] !== old[index]) bytes += bytesOf(old[index], fresh[index]);
  }
  return bytes;
}
