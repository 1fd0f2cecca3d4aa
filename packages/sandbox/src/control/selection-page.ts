import * as z from 'zod/mini';
import type { ControlContext } from './context.ts';
import { count } from './fields.ts';
import { scan } from './scan.ts';

/** Which page of a long list. */
export interface PageChoice {
  /** Maximum number of rows. Default 50. */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: number | undefined;
}

/** The fields of a {@link PageChoice}. */
export const pageFields = { limit: z.optional(count), cursor: z.optional(count) };

/** Where a page stands in a long list. */
export interface PageView {
  /** How many rows match; absent if a cursor was given. */
  readonly total?: number;
  /** Gives the next page; absent on the last one. */
  readonly cursor?: string;
}

/** Records of a table by their numbers, newest first. */
interface Selected {
  readonly count: number;
  readonly numbers: (offset: number, count: number) => readonly number[];
}

/** Only records with a number below `to`; without it all. */
interface Before {
  readonly to?: number;
}

const blockSize = 256;

/**
 * Reads one page of the records that `select` finds, newest first. The cursor is the number of the last
 * record, so rows that come or go do not shift the next page.
 *
 * @param matches A further condition, which reads every record; absent if there is none.
 */
export async function selectionPage<R>(
  context: ControlContext,
  table: { at(number: number): R },
  select: (before: Before) => Selected,
  { limit = 50, cursor }: PageChoice,
  matches?: (record: R) => boolean,
): Promise<PageView & { readonly items: readonly R[] }> {
  const isFirst = cursor === undefined;
  if (!matches) {
    const selection = select(cursor === undefined ? {} : { to: cursor });
    const numbers = selection.numbers(0, limit);
    return {
      items: numbers.map((number) => table.at(number)),
      ...(isFirst && { total: selection.count }),
      ...(numbers.length < selection.count && cursorAfter(numbers)),
    };
  }
  const page = await scan(
    blocksOf(table, select, cursor),
    ([, record]) => matches(record),
    limit,
    isFirst,
    context.signal,
  );
  return {
    items: page.items.map(([, record]) => record),
    ...(page.total !== undefined && { total: page.total }),
    ...(page.hasMore && cursorAfter(page.items.map(([number]) => number))),
  };
}

/** The selected records with their numbers, newest first. Others may come and go between blocks. */
function* blocksOf<R>(
  table: { at(number: number): R },
  select: (before: Before) => Selected,
  cursor: number | undefined,
): Generator<readonly (readonly [number: number, record: R])[]> {
  for (let before: Before = cursor === undefined ? {} : { to: cursor }; ;) {
    const numbers = select(before).numbers(0, blockSize);
    const oldest = numbers.at(-1);
    if (oldest === undefined) return;
    yield numbers.map((number) => [number, table.at(number)] as const);
    before = { to: oldest };
  }
}

/** The cursor of the next page, from the numbers of the rows of this one. */
export function cursorAfter(numbers: readonly number[]): { readonly cursor?: string } {
  const last = numbers.at(-1);
  return last === undefined ? {} : { cursor: String(last) };
}
