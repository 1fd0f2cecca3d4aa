import { byNumber } from './ordered-map.ts';
import { rank, type Tree, visitRange } from './tree.ts';

/** Part of a set of numbers, by rank. `start` is included, `end` is not. */
export interface Run {
  readonly tree: Tree<number, unknown> | undefined;
  readonly start: number;
  readonly end: number;
}

/** Up to `count` numbers of all runs together, greatest first, after the `offset` greatest, and below `above`. */
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

/** The smallest bound with at most `offset` numbers of the runs at or above it. */
function leavingOut(runs: readonly Run[], offset: number, above: number): number {
  let low = 0;
  let high = above;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const count = runs.reduce((sum, run) => sum + run.end - endBelow(run, middle), 0);
    if (count <= offset) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** The rank where the numbers of a run below `bound` end. */
function endBelow({ tree, start, end }: Run, bound: number): number {
  return Math.min(end, Math.max(start, rank(tree, byNumber, bound)));
}
