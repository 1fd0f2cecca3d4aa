import { check, type FieldError, type Shape } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { ClockState } from '../kernel/clock.ts';
import type { Due } from '../kernel/due-queue.ts';
import type { EventLog, LoggedEvent } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import type { SavedRecords } from '../tables/table.ts';
import type { WireOptions } from '../wire/options.ts';
import { copyOf, frozenCopy } from './copy.ts';
import { count, id, moment, planned } from './fields.ts';
import { journalEntry, type JournalEntry } from './journal-entry.ts';
import { recordSchemas } from './records.ts';
import type { Store } from './store.ts';

/** Version of the format; states of other versions cannot be loaded. */
export const savedVersion = 3;

/** The whole state of a sandbox, as JSON. */
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

/** A copy of the whole state as JSON; unlike a snapshot, its cost grows with the stored data. */
export function save(store: Store): SavedState {
  const { clock, random, wire, due, requests, tables } = store;
  const events = store.events;
  return copyOf({
    version: savedVersion,
    clock: clock.state,
    random: random.state,
    wire,
    due: { sequence: due.state.sequence, entries: due.entries() },
    events: savedLog(events),
    requests: savedLog(requests),
    tables: Object.fromEntries(
      tables.map((table) => [table.schema.name, mapEntries(table.saved, encodeBytes)]),
    ),
  });
}

/**
 * Replaces the whole state with a copy of a saved one. To find out whether its records fit each other,
 * call `referenceProblems` and `Store.check` afterwards.
 *
 * @throws TypeError naming the wrong place in it; nothing changes then.
 */
export function load(store: Store, value: unknown): void {
  const checked = check(savedState(), value);
  if (!checked.ok) throw new TypeError(inWords(checked.errors));
  // A copy by zod would reorder members.
  const saved = frozenCopy(value as SavedState);
  store.random.state = saved.random;
  store.wire = saved.wire;
  store.due.load(saved.due.sequence, saved.due.entries);
  loadLog(store.events, saved.events);
  loadLog(store.requests, saved.requests);
  for (const table of store.tables) {
    const { name } = table.schema;
    const { sequence, entries } = saved.tables[name] ?? { sequence: 0, entries: [] };
    table.saved = mapEntries({ sequence, entries }, decodeBytes);
  }
  store.clock.state = saved.clock;
  store.emailEvents.state = { upTo: store.messages.sequence, time: saved.clock.latest };
}

function savedLog<E extends { readonly sequence: number }>(log: EventLog<E>): SavedRecords<E> {
  return {
    sequence: log.state.sequence,
    entries: log.entries().map((entry) => [entry.sequence, entry]),
  };
}

function loadLog<E extends { readonly sequence: number }>(log: EventLog<E>, saved: SavedRecords<E>): void {
  log.load(
    saved.sequence,
    saved.entries.map(([, entry]) => entry),
  );
}

function inWords([first]: readonly FieldError[]): string {
  return first ? `${first.field || 'it'} ${first.message}` : 'it is not valid';
}

let schema: z.ZodMiniType<object> | undefined;

/** The schema of saved states, made on demand: most sandboxes never load one. */
function savedState(): z.ZodMiniType<object> {
  schema ??= z.strictObject({
    version: z.literal(savedVersion),
    clock: clockState(),
    random: z.tuple([z.int(), z.int(), z.int(), z.int()]),
    wire: z.unknown(),
    due: saved(due(), 'any'),
    events: saved(event(), 'numbered'),
    requests: saved(journalEntry, 'numbered'),
    tables: z.strictObject(mapValues(recordSchemas, (record) => z.exactOptional(saved(record, 'ascending')))),
  });
  return schema;
}

function clockState() {
  return z
    .strictObject({
      frozenAt: z.exactOptional(moment),
      offset: z.number(),
      latest: moment,
    } satisfies Shape<ClockState>)
    .check(
      z.refine(({ frozenAt, latest }) => frozenAt === undefined || frozenAt === latest, {
        path: ['frozenAt'],
        error: 'must be the latest time',
      }),
    );
}

function due() {
  return z.strictObject({ at: planned, kind: z.string(), id } satisfies Shape<Due>);
}

function event() {
  return z.strictObject({
    sequence: count,
    at: moment,
    type: z.string().check(z.regex(/^[\w.-]+$/, { error: 'must be a name' })),
    data: z.record(z.string(), z.unknown()),
  } satisfies Shape<LoggedEvent>);
}

/** Order of the entry numbers: any, ascending, or equal to the `sequence` of each entry. */
type Numbering = 'any' | 'ascending' | 'numbered';

function saved(entry: z.ZodMiniType<object>, numbering: Numbering) {
  return z
    .strictObject({ sequence: count, entries: z.array(z.tuple([count, entry])) })
    .check(z.check((payload) => checkNumbers(payload, numbering)));
}

function checkNumbers(
  { value: { sequence, entries }, issues }: z.core.ParsePayload<SavedRecords<object>>,
  numbering: Numbering,
): void {
  const seen = new Set<number>();
  // A log counts from 1: its latest entry has the number of the log.
  const end = numbering === 'numbered' ? sequence + 1 : sequence;
  let last = -1;
  entries.forEach(([number, entry], index) => {
    const report = (message: string) =>
      issues.push({ code: 'custom', input: number, path: ['entries', index], message });
    if (number >= end) report('must have a number below that of the next entry');
    else if (seen.has(number)) report('must have a number of its own');
    else if (numbering !== 'any' && number < last) report('must have a greater number than the one before');
    else if (numbering === 'numbered' && Reflect.get(entry, 'sequence') !== number) {
      report('must have its own number');
    }
    seen.add(number);
    last = number;
  });
}

/** The only member of a record that JSON cannot hold: the bytes of an attachment. */
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

/** Maps the values of an object. */
function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
