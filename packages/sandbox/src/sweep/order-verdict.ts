import { count, counted } from './counts.ts';
import { amountOf, type Effect } from './effects.ts';
import { doneTo, listedLines } from './differences.ts';
import type { Baseline } from './baseline.ts';
import { verdictOf, type Verdict } from './invariants.ts';
import { nearestVerdicts } from './judge.ts';
import type { Judged } from './strategy.ts';

/**
 * Checks that an order did what is right: what several tasks do one after the other, in one order or another; and what
 * one task does in the normal order.
 */
export function orderVerdicts<T>(effects: readonly Effect[], baseline: Baseline<T>): Verdict[] {
  const invariant = baseline.serial.length > 0 ? 'serializable' : 'order-dependent';
  return nearestVerdicts(effects, baseline, (differences) => verdictOf(invariant, differences));
}

/** Effects that are named for each outcome. */
const mostSaid = 3;

/**
 * How many orders of one program do this and how many that: it has no other order to compare with than its own.
 * `undefined` if all do the same.
 */
export function conclusionOf<T>(
  all: readonly Judged<T>[],
  { comparison: { keyOf, formOf } }: Baseline<T>,
): string | undefined {
  const ended = all.filter(({ trial }) => !trial.stuck);
  const outcomes = [...Map.groupBy(ended, ({ trial }) => formOf(trial.effects)).values()].map((same) => ({
    orders: ordersOf(same),
    shortest: same[0]?.case.token,
    found: Map.groupBy(same[0]?.trial.effects ?? [], keyOf),
  }));
  if (outcomes.length < 2) return undefined;
  const examples = new Map(outcomes.flatMap(({ found }) => [...found]));
  const differing = [...examples].filter(
    ([key]) => new Set(outcomes.map(({ found }) => amountOf(found.get(key)))).size > 1,
  );
  const lines = outcomes.map(({ orders, shortest, found }) => {
    const said = differing
      .slice(0, mostSaid)
      .map(([key, [one]]) => doneInWords(one, amountOf(found.get(key))));
    return `In ${count(orders)} of ${count(ordersOf(ended))} orders, ${said.join(', and ')}. The shortest is ${shortest}.`;
  });
  return listedLines(lines);
}

function ordersOf(judged: readonly Judged<unknown>[]): number {
  return judged.reduce((sum, { case: { orders } }) => sum + (orders?.count ?? 1), 0);
}

/** For example `the email to grace@example.org: "Welcome" is sent 2 times`. */
function doneInWords(effect: Effect | undefined, number: number): string {
  if (effect?.kind === 'credit') return `verification takes ${counted(number, 'credit')}`;
  return `the ${effect?.title} is ${effect && doneTo(effect)} ${counted(number, 'time')}`;
}
