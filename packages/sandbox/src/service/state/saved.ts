import type { Shape, WireOptions } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { ClockState } from '../kernel/clock.ts';
import type { Due, DueState } from '../kernel/due-queue.ts';
import type { LoggedEvent, LogState } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import { eachEntry } from '../tables/tree.ts';
import type { EmailEventsState } from './email-events.ts';
import { count, id, moment, planned } from './fields.ts';
import { journalEntry } from './journal-entry.ts';
import { recordSchemas } from './records.ts';
import type { Snapshot } from './store.ts';

/** Version of the form in which states are saved; other versions cannot be loaded. */
export const savedVersion = 3;

/** Everything in a saved state but its entries. */
export interface SavedHeader {
  readonly version: typeof savedVersion;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly wire: WireOptions;
  readonly emailEvents: { readonly upTo: number; readonly time: number | null };
  /** The tables, the due-queue and the logs. */
  readonly places: Readonly<Record<string, SavedPlace>>;
}

/** What a place holds. */
export interface SavedPlace {
  /** Number of the next entry; of the latest one for a log. */
  readonly sequence: number;
  /** How many entries it has. */
  readonly count: number;
}

/** The header of a snapshot. */
export function headerOf({ clock, random, wire, emailEvents, due, ...snapshot }: Snapshot): SavedHeader {
  const { upTo, time } = emailEvents;
  const { events, requests, tables } = snapshot;
  return {
    version: savedVersion,
    clock,
    random,
    wire,
    emailEvents: { upTo, time: Number.isFinite(time) ? time : null },
    places: {
      ...mapValues(tables, ({ sequence, records }) => ({ sequence, count: records?.size ?? 0 })),
      due: { sequence: due.sequence, count: dueEntries(due).length },
      events: placeOf(events),
      requests: placeOf(requests),
    },
  };
}

/** The entries of a due-queue in the order of their numbers. */
function dueEntries({ root }: DueState): (readonly [number, Due])[] {
  const entries = [...eachEntry(root)].flatMap(([, dues]) => [...eachEntry(dues)]);
  return entries.sort(([a], [b]) => a - b);
}

/** Every entry of a snapshot with its place and number, in the order in which they are saved. */
export function* entriesOf({
  tables,
  due,
  events,
  requests,
}: Snapshot): Generator<readonly [place: string, number: number, entry: object]> {
  for (const [name, { records }] of Object.entries(tables)) {
    for (const [number, record] of eachEntry(records)) yield [name, number, record];
  }
  for (const [number, entry] of dueEntries(due)) yield ['due', number, entry];
  for (const entry of events.array.slice(events.start)) yield ['events', entry.sequence, entry];
  for (const entry of requests.array.slice(requests.start)) yield ['requests', entry.sequence, entry];
}

function placeOf({ sequence, array, start }: LogState<unknown>): SavedPlace {
  return { sequence, count: array.length - start };
}

/** The state of email events in a header. */
export function emailEventsIn({ emailEvents: { upTo, time } }: SavedHeader): EmailEventsState {
  return { upTo, time: time ?? Number.NEGATIVE_INFINITY };
}

// Made on demand: most sandboxes never load a state.
let header: z.ZodMiniType<object> | undefined;
let entries: Readonly<Record<string, z.ZodMiniType<object>>> | undefined;

/** The schema of headers. It leaves the wire options to their own check. */
export function headerSchema(): z.ZodMiniType<object> {
  header ??= z.strictObject({
    version: z.literal(savedVersion, { error: `must be ${savedVersion}` }),
    clock: clockState(),
    random: z.tuple([z.int(), z.int(), z.int(), z.int()]),
    wire: z.optional(z.unknown()),
    emailEvents: z.strictObject({ upTo: count, time: z.nullable(moment) }),
    places: z.strictObject(mapValues(entrySchemas(), () => z.strictObject({ sequence: count, count }))),
  });
  return header;
}

/** The schemas of the entries of each place, in the order in which they are saved. */
export function entrySchemas(): Readonly<Record<string, z.ZodMiniType<object>>> {
  entries ??= { ...recordSchemas, due: due(), events: event(), requests: journalEntry };
  return entries;
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

/** The entry as JSON can hold it: bytes in base64. A {@link StoredContent} writes itself. */
export function encodeBytes(entry: object): object {
  const bytes: unknown = Reflect.get(entry, bytesMember);
  return bytes instanceof Uint8Array ? { ...entry, [bytesMember]: base64(bytes) } : entry;
}

/** The entry with its bytes. */
export function decodeBytes(entry: object): object {
  const text: unknown = Reflect.get(entry, bytesMember);
  if (typeof text !== 'string') return entry;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return { ...entry, [bytesMember]: bytes };
}

/** The only member of a record that JSON cannot hold: the bytes of an attachment. */
const bytesMember = 'bytes';

function base64(bytes: Uint8Array): string {
  const chunkLength = 24_573;
  let text = '';
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + chunkLength)));
  }
  return text;
}

/** Maps the values of an object. */
function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
