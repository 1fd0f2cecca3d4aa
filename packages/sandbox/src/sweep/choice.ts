import { Random } from '../service/kernel/random.ts';
import type { Item, Step } from './steps.ts';

/** Chooses the place of what passes next among several that wait. */
export type Choose = (
  waiting: readonly Pick<Item, 'path' | 'kind'>[],
  continuing: readonly number[],
) => number;

/** Chooses by an order: the places of what passes each time that several wait, and what passes from then on. */
export function choosing(places: readonly number[], rest: 'oldest' | 'continue'): Choose {
  let choices = 0;
  return (waiting, continuing) => {
    const place = places[choices] ?? (rest === 'oldest' ? 0 : (continuing[0] ?? 0));
    choices += 1;
    return Math.min(place, waiting.length - 1);
  };
}

/**
 * A uniform random walk: each order of the same requests is as likely as any other, because each of those that wait is
 * chosen with the share of the steps that follow from it.
 *
 * @param sizes How many steps follow from each step, in a run without faults, as {@link sizesOf} counts them.
 */
export function choosingAtRandom(seed: string, sizes: ReadonlyMap<string, number>): Choose {
  const random = new Random(seed);
  return (waiting) => {
    const shares = waiting.map(({ path, kind }) => sizes.get(path) ?? (kind === 'response' ? 1 : 2));
    const sum = shares.reduce((total, share) => total + share, 0);
    let rest = (random.next() / 2 ** 32) * sum;
    const place = shares.findIndex((share) => (rest -= share) < 0);
    return place < 0 ? waiting.length - 1 : place;
  };
}

/** How many steps follow from each step, itself included, by its path. */
export function sizesOf(steps: readonly Step[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, made } of steps.toReversed()) {
    sizes.set(path, 1 + made.reduce((sum, item) => sum + (sizes.get(item.path) ?? 0), 0));
  }
  return sizes;
}

/** About how many orders there are: `n!`, divided by the size of what follows from each step. */
export function ordersOf(steps: readonly Step[]): number {
  const sizes = sizesOf(steps.filter(({ kind }) => kind !== 'time'));
  return Math.exp([...sizes.values()].reduce((sum, size, index) => sum + Math.log((index + 1) / size), 0));
}
