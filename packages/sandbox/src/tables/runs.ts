import { byNumber } from './ordered-map.ts';
import { rank, type Tree, visitRange } from './tree.ts';

/** A stretch of a set of numbers: those of rank `start` up to, not including, rank `end`. */
export interface Run {
  readonly tree: Tree<number, unknown> | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Some numbers of all runs together, greatest first, after leaving out the `offset` greatest.
 *
 * @param above Greater than all numbers.
 */
export function newestOf(runs: readonly Run[], offset: number, count: number, above: number): number[] {
  const bound = offset === 0 ? above : leavingOut(runs, offset, above);
  const numbers = runs.flatMap((run) => {
    const { tree, start } = run;
    const end = endBelow(run, bound);
    const found: number[] = [];
    visitRange(tree, Math.max(start, end - count), end, (number) => found.push(number));
    return found.reverse();
  });
  return runs.length === 1 ? numbers : numbers.sort((a, b) => b - a).slice(0, count);
}

/** The smallest number such that at most `offset` of the runs' numbers are at or above it. */
function leavingOut(runs: readonly Run[], offset: number, above: number): number {
  let low = 0;
  let high = above;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const left = runs.reduce((sum, run) => sum + run.end - endBelow(run, middle), 0);
    if (left <= offset) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** The rank in the run's tree at which its numbers below `bound` end. */
function endBelow({ tree, start, end }: Run, bound: number): number {
  return Math.min(end, Math.max(start, rank(tree, byNumber, bound)));
}
