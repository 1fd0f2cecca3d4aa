import { elapsed, pause } from '../kernel/timers.ts';

/** Milliseconds that a scan runs before it lets other requests run. */
const longestRun = 5;

/** Some of the items of a long list. */
export interface Page<T> {
  /** In the order of the list. */
  readonly items: readonly T[];
  /** How many items match in all; absent for every page but the first. */
  readonly total?: number;
  /** Whether more items follow. */
  readonly hasMore: boolean;
}

/**
 * Reads one page of the items that match. The first page counts all of them, which takes a while in a
 * long list, so the scan gives way to other requests every few milliseconds.
 *
 * @param blocks The list in blocks, read on demand.
 * @param isFirst Whether to count all items that match.
 * @param signal Ends the scan early if the caller leaves.
 */
export async function scan<T>(
  blocks: Iterable<readonly T[]>,
  matches: (item: T) => boolean,
  limit: number,
  isFirst: boolean,
  signal: AbortSignal | undefined,
): Promise<Page<T>> {
  const items: T[] = [];
  let total = 0;
  let runsSince = elapsed();
  for (const block of blocks) {
    for (const item of block) {
      if (!matches(item)) continue;
      total += 1;
      if (items.length < limit) items.push(item);
    }
    if (signal?.aborted || (!isFirst && total > limit)) break;
    if (elapsed() - runsSince < longestRun) continue;
    await pause();
    runsSince = elapsed();
  }
  return { items, ...(isFirst && { total }), hasMore: total > items.length };
}
