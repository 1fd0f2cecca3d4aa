import { check, type Shape, type WireOptions } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { ClockState } from '../kernel/clock.ts';
import type { Due } from '../kernel/due-queue.ts';
import type { LoggedEvent } from '../kernel/event-log.ts';
import { count, id, moment, planned } from '../state/fields.ts';
import { loggedRequest } from '../state/logged-request.ts';
import { recordSchemas } from '../state/records.ts';
import { mapValues, type SavedHeader, savedVersion } from './saved.ts';
import { Staging } from './staging.ts';
import type { Store } from '../state/store.ts';
import type { ContentValue } from '../state/stored-content.ts';

/** A saved state: the whole of it, or its parts in order, cut anywhere. */
export type SavedState =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/**
 * Builds a state from its lines. To check the references between its records, run `referenceChecks` afterwards. Throws
 * a `TypeError` naming the line that is wrong.
 */
export async function stagedFrom(
  store: Store,
  saved: SavedState,
  wireFrom: (value: unknown) => WireOptions,
): Promise<Staging> {
  const reader = new Lines(store, wireFrom);
  const splitter = new Splitter();
  const parts = typeof saved === 'string' || saved instanceof Uint8Array ? [saved] : saved;
  for await (const chunk of parts) for (const line of splitter.add(chunk)) reader.read(line);
  for (const line of splitter.end()) reader.read(line);
  return reader.finish();
}

class Lines {
  readonly #store: Store;
  readonly #wireFrom: (value: unknown) => WireOptions;
  #staging: Staging | undefined;
  #count = 0;

  constructor(store: Store, wireFrom: (value: unknown) => WireOptions) {
    this.#store = store;
    this.#wireFrom = wireFrom;
  }

  read(line: string): void {
    this.#count += 1;
    try {
      const value: unknown = JSON.parse(line);
      if (this.#staging) addLine(this.#staging, value);
      else this.#staging = this.#begin(value);
    } catch (error) {
      throw new TypeError(`line ${this.#count}: ${(error as Error).message}`, { cause: error });
    }
  }

  finish(): Staging {
    if (this.#staging) return this.#staging;
    throw new TypeError('it is empty');
  }

  #begin(value: unknown): Staging {
    const header = checked('', headerSchema, value) as SavedHeader;
    const wire = this.#wireFrom(header.wire);
    const content = (saved: unknown) => this.#store.put(saved as ContentValue);
    return new Staging(this.#store, { ...header, wire }, content, true);
  }
}

function addLine(staging: Staging, line: unknown): void {
  const [section, number, entry, ...more] = Array.isArray(line) ? (line as unknown[]) : [];
  const schema =
    typeof section === 'string' && Object.hasOwn(entrySchemas, section) ? entrySchemas[section] : undefined;
  if (typeof section !== 'string' || !schema) throw new TypeError('must begin with the name of a section');
  if (!Number.isSafeInteger(number) || more.length > 0)
    throw new TypeError('must be [section, number, entry]');
  checked(section, schema, entry);
  // A copy by zod would reorder members.
  staging.add(section, number as number, entry as object);
}

function checked(section: string, schema: z.ZodMiniType<object>, value: unknown): object {
  const result = check(schema, value);
  if (result.ok) return result.value;
  const [first] = result.errors;
  const path = [section, first?.field].filter(Boolean).join('.');
  throw new TypeError(`${path || 'it'} ${first?.message ?? 'is not valid'}`);
}

/** The schemas of the entries of each section, in the order in which they are saved. */
const entrySchemas: Readonly<Record<string, z.ZodMiniType<object>>> = {
  ...recordSchemas,
  due: z.strictObject({ at: planned, kind: z.string(), id } satisfies Shape<Due>),
  events: z.strictObject({
    sequence: count,
    at: moment,
    type: z.string().check(z.regex(/^[\w.-]+$/, { error: 'must be a name' })),
    data: z.record(z.string(), z.unknown()),
  } satisfies Shape<LoggedEvent>),
  requests: loggedRequest,
};

const clockState = z
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

/** The schema of headers. The wire options have a check of their own. */
const headerSchema: z.ZodMiniType<object> = z.strictObject({
  version: z.literal(savedVersion, { error: `must be ${savedVersion}` }),
  clock: clockState,
  random: z.tuple([z.int(), z.int(), z.int(), z.int()]),
  wire: z.optional(z.unknown()),
  emailEvents: z.strictObject({ upTo: count, time: z.nullable(moment) }),
  sections: z.strictObject(mapValues(entrySchemas, () => z.strictObject({ sequence: count, count }))),
});

/** UTF-16 units of a line; the longest lines of real states are emails of 10 MB. */
const longestLine = 128 * 1024 * 1024;

/** Splits parts of a text into its lines. */
class Splitter {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #begun: string[] = [];
  #begunLength = 0;

  add(chunk: string | Uint8Array): string[] {
    return this.#split(typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true }));
  }

  /** The last line, if it did not end. */
  end(): string[] {
    const lines = this.#split(`${this.#decoder.decode()}\n`);
    return lines.filter((line) => line !== '');
  }

  #split(text: string): string[] {
    const lines = text.split('\n');
    const unfinished = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = this.#begun.join('') + (lines[0] ?? '');
      this.#begun = [];
      this.#begunLength = 0;
    }
    this.#begun.push(unfinished);
    this.#begunLength += unfinished.length;
    if (this.#begunLength > longestLine) {
      throw new TypeError('a line is longer than 128 MiB: a saved state has one record in each line');
    }
    return lines;
  }
}
