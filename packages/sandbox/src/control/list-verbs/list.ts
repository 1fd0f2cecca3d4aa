import * as z from 'zod/mini';
import { atOnce, type Steps } from '../../service/kernel/steps.ts';
import { CallerGone } from '../../service/routing/request.ts';
import type { ControlContext } from '../context.ts';
import { invalid } from '../control-error.ts';
import { count, digits, flag, readFrom } from '../fields.ts';
import { invoke, type Verb } from '../verb.ts';
import type { Test } from './search.ts';

/** Which page of a long list. */
export interface PageInput {
  /** Maximum number of rows. Default 50; over HTTP at most 1,000. */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: number | undefined;
}

/** Which page of a long list, and in which form. */
export interface ListInput extends PageInput {
  /** Whether to return whole records instead of short rows, if they differ. Default `false`. */
  readonly whole?: boolean | undefined;
}

/** How a page fits into its list. */
export interface PageView {
  /** How many rows match; absent if a cursor was given. */
  readonly total?: number;
  /** Gives the next page; absent on the last one. */
  readonly cursor?: string;
}

/** One page: rows under the name of their noun. */
export type PageOf<Name extends string, Row> = PageView & { readonly [N in Name]: readonly Row[] };

/** A record with its number, which the list is sorted by and which a cursor names. */
export type Numbered<R> = readonly [number: number, record: R];

/** The records of a list, how they are shown, and what its first page has about all of them. */
export interface Found<R, Row, Whole, First> {
  /** In blocks that are read on demand; others may come and go between blocks. Those after a cursor, if there is one. */
  readonly blocks: (cursor: number | undefined) => Iterable<readonly Numbered<R>[]>;
  /** The test for those that match; absent if all do. */
  readonly matches?: Test<R> | undefined;
  /** The total, if it is known without reading them; ignored if there is a test. */
  readonly count?: number;
  readonly row: (record: R, number: number) => Row;
  /** Absent if a row is the whole record. */
  readonly whole?: (record: R) => Whole;
  /** Runs after the first page has been read. */
  readonly first?: () => First;
}

/** A verb that returns one page of a list. Its result has rows, unless the input asks for whole records. */
export interface ListVerb<I, Name extends string, Row, Whole = Row, First = unknown> extends Verb<
  I & ListInput,
  Steps<PageOf<Name, Row> & Partial<First>>
> {
  readonly name: Name;
  /** Exists only in types: the type of whole records. */
  readonly wholeRecord?: Whole;
}

/** How to make a {@link ListVerb}. */
interface ListOptions<I, Name extends string, R, Row, Whole, First> {
  readonly path: string;
  readonly summary: string;
  /** Of the rows in the response. */
  readonly name: Name;
  /** The conditions that callers may give. */
  readonly fields: Readonly<Record<string, z.ZodMiniType>>;
  readonly find: (context: ControlContext, filter: I) => Found<R, Row, Whole, First>;
}

/** The verb of a list: reads one page in steps, so that other requests run in between. */
export function listVerb<I extends object, Name extends string, R, Row, Whole, First>({
  fields,
  find,
  ...verb
}: ListOptions<I, Name, R, Row, Whole, First>): ListVerb<I, Name, Row, Whole, First> {
  return {
    ...verb,
    method: 'GET',
    input: listInput(fields) as z.ZodMiniType<I & ListInput>,
    run: (context, input) => pageOf(context, verb.name, find(context, input), input),
  };
}

/** A position in a list; it may have more digits than a number of records. */
const position = readFrom('must be a cursor', digits(15));

/** The input of a list with these conditions. */
export function listInput<Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) {
  return z.object({
    ...fields,
    limit: z.optional(count),
    cursor: z.optional(position),
    whole: z.optional(flag),
  });
}

/**
 * Reads one page. The first page counts all rows.
 *
 * @throws CallerGone if the caller leaves: part of a page would look like all of it.
 */
export function* pageOf<Name extends string, R, Row, First>(
  { mostRows = everything, signal }: ControlContext,
  name: Name,
  { blocks, matches, count: known, row, whole, first }: Found<R, Row, unknown, First>,
  { limit = 50, cursor, whole: isWhole = false }: ListInput,
): Steps<PageOf<Name, Row> & Partial<First>> {
  if (limit > mostRows)
    throw invalid('limit', `must be at most ${mostRows}: give the cursor of a response to read on`);
  const isFirst = cursor === undefined;
  const total = matches ? undefined : known;
  const shown: Numbered<R>[] = [];
  let found = 0;
  for (const block of blocks(cursor)) {
    for (const numbered of block) {
      if (matches && !matches(numbered[1])) continue;
      found += 1;
      if (shown.length < limit) shown.push(numbered);
    }
    if (signal?.aborted) throw new CallerGone();
    if (found > limit && (!isFirst || total !== undefined)) break;
    yield;
  }
  const view = isWhole && whole ? (whole as (record: R) => Row) : row;
  const rows: Row[] = [];
  for (const [number, record] of shown) {
    rows.push(view(record, number));
    yield;
  }
  const last = shown.at(-1);
  return {
    [name]: rows,
    ...(isFirst && { total: total ?? found, ...first?.() }),
    ...(last && found > shown.length && { cursor: String(last[0]) }),
  } as PageOf<Name, Row> & Partial<First>;
}

const blockSize = 256;

/** Numbered records of a table for a {@link Found}, newest first. */
export function recordsOf<R>(
  table: { at(number: number): R },
  select: (range: { readonly to?: number }) => {
    readonly count: number;
    readonly numbers: (offset: number, count: number) => readonly number[];
  },
) {
  function* blocks(cursor: number | undefined): Generator<readonly Numbered<R>[]> {
    for (let range = cursor === undefined ? {} : { to: cursor }; ;) {
      const numbers = select(range).numbers(0, blockSize);
      const oldest = numbers.at(-1);
      if (oldest === undefined) return;
      yield numbers.map((number) => [number, table.at(number)] as const);
      range = { to: oldest };
    }
  }
  return { blocks, count: select({}).count };
}

/** More rows than any list has. */
export const everything = 999_999_999;

/** All rows that match, or as many as `limit` allows, read now. */
export function rowsOf<I, Name extends string, Row>(
  verb: ListVerb<I, Name, Row, unknown>,
  context: ControlContext,
  input: I & ListInput,
  more: object = {},
): readonly Row[] {
  const limit = input?.limit ?? everything;
  return atOnce(invoke(verb, context, input, { limit, ...more }))[verb.name];
}

/** The same as whole records. */
export function wholeRecordsOf<I, Name extends string, Whole>(
  verb: ListVerb<I, Name, unknown, Whole>,
  context: ControlContext,
  input: I & ListInput,
  more: object = {},
): readonly Whole[] {
  return rowsOf(verb, context, input, { ...more, whole: true }) as readonly Whole[];
}
