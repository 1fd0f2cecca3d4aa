import type { ClockState } from '../kernel/clock.ts';
import type { Due } from '../kernel/due-queue.ts';
import type { LoggedEvent } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import type { WireOptions } from '../wire/options.ts';
import type { JournalEntry } from './records.ts';
import type { Store } from './store.ts';
import type { SavedRecords } from './table.ts';

/** The form of saved states; another number cannot be loaded. */
export const savedVersion = 1;

/** Everything that a sandbox knows, as JSON. */
export interface SavedState {
  readonly version: typeof savedVersion;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly wire: WireOptions;
  readonly due: SavedRecords<Due>;
  readonly events: SavedRecords<LoggedEvent>;
  readonly requests: SavedRecords<JournalEntry>;
  readonly tables: Readonly<Record<string, SavedRecords<object>>>;
}

/** The whole state as JSON; unlike a snapshot it costs what is stored. */
export function save(store: Store): SavedState {
  const { clock, random, wire, due, events, requests, tables } = store;
  return {
    version: savedVersion,
    clock: clock.state,
    random: random.state,
    wire,
    due: {
      sequence: due.sequence,
      entries: due.entries.entries().map(([[, sequence], entry]) => [sequence, entry]),
    },
    events: { sequence: events.state.sequence, entries: events.entries.entries() },
    requests: { sequence: requests.state.sequence, entries: requests.entries.entries() },
    tables: Object.fromEntries(
      tables.map((table) => [table.schema.name, mapEntries(table.saved, encodeBytes)]),
    ),
  };
}

/** Puts a saved state in the place of the present one. Throws halfway where it is damaged. */
export function load(store: Store, saved: SavedState): void {
  checkNumbers('clock', [saved.clock.offset, saved.clock.latest, saved.clock.frozenAt ?? 0]);
  checkNumbers('random', [...saved.random, ...Array<number>(4 - saved.random.length)]);
  checkNumbers(
    'due',
    saved.due.entries.flatMap(([sequence, { at }]) => [sequence, at]),
  );
  store.random.state = saved.random;
  store.wire = saved.wire;
  store.due.load(saved.due.sequence, saved.due.entries);
  store.events.load(saved.events.sequence, saved.events.entries);
  store.requests.load(saved.requests.sequence, saved.requests.entries);
  for (const table of store.tables) {
    const { sequence, entries } = saved.tables[table.schema.name] ?? { sequence: 0, entries: [] };
    table.saved = mapEntries({ sequence, entries }, decodeBytes);
  }
  store.clock.state = saved.clock;
}

function checkNumbers(name: string, numbers: readonly unknown[]): void {
  if (!numbers.every(Number.isFinite)) throw new TypeError(`${name} has a number missing`);
}

/** The one member of a record that JSON cannot hold: the bytes of an attachment. */
const bytesMember = 'bytes';

function encodeBytes(record: object): object {
  const bytes: unknown = Reflect.get(record, bytesMember);
  return bytes instanceof Uint8Array ? { ...record, [bytesMember]: base64(bytes) } : record;
}

function decodeBytes(record: object): object {
  const text: unknown = Reflect.get(record, bytesMember);
  if (typeof text !== 'string') return record;
  return { ...record, [bytesMember]: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) };
}

function base64(bytes: Uint8Array): string {
  const chunkLength = 24_573;
  let text = '';
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + chunkLength)));
  }
  return text;
}

function mapEntries(
  { sequence, entries }: SavedRecords<object>,
  map: (entry: object) => object,
): SavedRecords<object> {
  return { sequence, entries: entries.map(([number, entry]) => [number, map(entry)]) };
}
