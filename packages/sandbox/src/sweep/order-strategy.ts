import { notRepeatable } from './baseline.ts';
import { count } from './fault-strategy.ts';
import type { SweepOptions } from './options.ts';
import type { Peace } from './peace.ts';
import { serializable } from './serializable.ts';
import { firstDifference, type Step } from './steps.ts';
import type { Case } from './case.ts';
import type { Judged, Strategy } from './strategy.ts';

/**
 * The orders in which requests and answers can pass, those with the fewest changes first. The normal order is that
 * of their arrival; with a change, the oldest waits while another passes.
 */
export function orderStrategy<T>(
  peace: Peace<T>,
  { orders, replay }: SweepOptions<never, never>,
): Strategy<T> {
  const { changes = 2 } = typeof orders === 'object' ? orders : {};
  let shorter = new Map<string, readonly Step[]>();
  return {
    name: 'orders',
    isExact: true,
    rules: { own: (trial) => serializable(trial, peace) },
    first: () => [replay === undefined ? orderCase([]) : orderCase(orderOf(replay))],
    next: (round) => {
      for (const judged of round) checkOrder(judged, shorter, replay !== undefined);
      if (replay !== undefined) return [];
      shorter = new Map(round.map((judged) => [judged.case.token ?? '', judged.trial.steps]));
      return round.flatMap(({ case: { plan }, trial }) =>
        changesIn(plan.order) < changes ? oneMoreChange(plan.order ?? [], choicesIn(trial.steps)) : [],
      );
    },
    tooMany: (runs, limit) =>
      new Error(
        `There are ${count(runs)} orders or more, more than the limit of ${count(limit)}. Let the tasks do less, set orders: { changes: ${changes - 1} }, or raise the limit`,
      ),
  };
}

function orderCase(order: readonly number[]): Case {
  return { plan: { order }, token: `order:${order.length === 0 ? '0' : order.join(',')}` };
}

function orderOf(replay: string): number[] {
  const order = replay.slice('order:'.length).split(',').map(Number);
  while (order.at(-1) === 0) order.pop();
  return order;
}

function changesIn(order: readonly number[] = []): number {
  return order.filter((place) => place > 0).length;
}

/** The steps at which something else could have passed. */
function choicesIn(steps: readonly Step[]): Step[] {
  return steps.filter(({ waiting }) => waiting > 1);
}

/** All orders with one change more, after those of this order. */
function oneMoreChange(order: readonly number[], choices: readonly Step[]): Case[] {
  return choices.slice(order.length).flatMap(({ waiting }, index) => {
    const before = [...order, ...Array<number>(index).fill(0)];
    return Array.from({ length: waiting - 1 }, (_, place) => orderCase([...before, place + 1]));
  });
}

/** @throws Error if the run did not follow its order, or differs from a shorter one before they part. */
function checkOrder<T>(
  { case: { plan }, trial: { steps } }: Judged<T>,
  shorter: ReadonlyMap<string, readonly Step[]>,
  isReplay: boolean,
): void {
  const { order = [] } = plan;
  const places = choicesIn(steps).map(({ place }) => place);
  const isFollowed = order.every((place, index) => places[index] === place);
  if (isReplay && !isFollowed)
    throw foreignReplay(`order:${order.join(',')}`, 'fewer requests wait at some point');
  const parent = order.slice(0, -1);
  while (parent.at(-1) === 0) parent.pop();
  const earlier = shorter.get(orderCase(parent).token ?? '');
  if (!earlier) return;
  // The step that only this order changes.
  const parting = steps.indexOf(choicesIn(steps)[order.length - 1] as Step);
  const difference = isFollowed ? firstDifference(earlier, steps, parting) : firstDifference(earlier, steps);
  if (difference !== undefined) throw notRepeatable(difference);
}

/** The error for a replay that does not fit. */
export function foreignReplay(token: string, why: string): Error {
  return new Error(
    `The replay ${token} is of another scenario: ${why}. Sweep without replay to see what breaks now`,
  );
}
