import type { WireOptions } from '@mailrig/contract';
import type { ClockState } from '../kernel/clock.ts';
import type { Due, DueState } from '../kernel/due-queue.ts';
import type { LogState } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import { eachEntry } from '../tables/tree.ts';
import type { EmailEventsState } from '../state/email-events.ts';
import { type Content, type ContentValue, copyOfContent, mapContents } from '../state/stored-content.ts';
import type { Snapshot } from '../state/snapshot.ts';

/** Version of the form in which states are saved; other versions cannot be loaded. */
export const savedVersion = 4;

/** A saved state without its entries. */
export interface SavedHeader {
  readonly version: typeof savedVersion;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly wire: WireOptions;
  readonly emailEvents: { readonly upTo: number; readonly time: number | null };
  /** The tables, the due-queue and the logs. */
  readonly sections: Readonly<Record<string, SavedSection>>;
}

/** What a section holds. */
export interface SavedSection {
  /** Number of the next entry; of the latest one for a log. */
  readonly sequence: number;
  /** How many entries it has. */
  readonly count: number;
}

/** The header of a saved state. */
export function headerOf({ clock, random, wire, emailEvents, due, ...snapshot }: Snapshot): SavedHeader {
  const { upTo, time } = emailEvents;
  const { events, requests, tables } = snapshot;
  return {
    version: savedVersion,
    clock,
    random,
    wire,
    emailEvents: { upTo, time: Number.isFinite(time) ? time : null },
    sections: {
      ...mapValues(tables, ({ sequence, records }) => ({ sequence, count: records?.size ?? 0 })),
      due: { sequence: due.sequence, count: dueEntries(due).length },
      events: sectionOf(events),
      requests: sectionOf(requests),
    },
  };
}

/** The entries of a due-queue in the order of their numbers. */
function dueEntries({ root }: DueState): (readonly [number, Due])[] {
  const entries = [...eachEntry(root)].flatMap(([, dues]) => [...eachEntry(dues)]);
  return entries.sort(([a], [b]) => a - b);
}

/** Every entry of a snapshot with its section and number, in the order in which they are saved. */
function* entriesOf({
  tables,
  due,
  events,
  requests,
}: Snapshot): Generator<readonly [section: string, number: number, entry: object]> {
  for (const [name, { records }] of Object.entries(tables)) {
    for (const [number, record] of eachEntry(records)) yield [name, number, record];
  }
  for (const [number, entry] of dueEntries(due)) yield ['due', number, entry];
  for (const entry of events.array.slice(events.start)) yield ['events', entry.sequence, entry];
  for (const entry of requests.array.slice(requests.start)) yield ['requests', entry.sequence, entry];
}

function sectionOf({ sequence, array, start }: LogState<unknown>): SavedSection {
  return { sequence, count: array.length - start };
}

/** How far the events of emails were in the log when the state was saved. */
export function emailEventsIn({ emailEvents: { upTo, time } }: SavedHeader): EmailEventsState {
  return { upTo, time: time ?? Number.NEGATIVE_INFINITY };
}

/** A snapshot as lines of JSON, made one by one: its header, then an entry per line. */
export function* savedLines(snapshot: Snapshot): Generator<string> {
  yield `${JSON.stringify(headerOf(snapshot))}\n`;
  for (const [section, number, entry] of entriesOf(snapshot)) {
    const whole = mapContents(section, entry, (content) =>
      copyOfContent(section, content as Content<ContentValue>),
    );
    yield `${JSON.stringify([section, number, encodeBytes(whole)])}\n`;
  }
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
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
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

/** The members of an object, each with the result of `map`. */
export function mapValues<T, U>(
  values: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
