import { count, counted, inWords } from './counts.ts';
import type { Effect, Effects } from './effects.ts';
import {
  byKey,
  creditsSentence,
  differencesBetween,
  doneTo,
  listedLines,
  sentenceOf,
} from './differences.ts';
import type { Verdict } from './judge.ts';
import { orderToken } from './case.ts';
import type { Baseline } from './baseline.ts';
import { choicesIn, placesIn } from './steps.ts';
import type { Judged } from './strategy.ts';

/**
 * Checks that an order did what is right: what several tasks do one after the other, in one order or another; and what
 * one task does in the normal order. If not, the nearest says what is wrong.
 */
export function outcomeVerdict<T>(
  effects: Effects,
  { serial, outcomes, comparison }: Pick<Baseline<T>, 'serial' | 'outcomes' | 'comparison'>,
): Verdict | undefined {
  const form = comparison.formOf(effects);
  if (outcomes.some((outcome) => comparison.formOf(outcome) === form)) return undefined;
  const sentences = outcomes.map((outcome) => [
    ...differencesBetween(effects, outcome, comparison).map(sentenceOf),
    ...(effects.credits === outcome.credits ? [] : [creditsSentence(effects.credits, outcome.credits)]),
  ]);
  const [nearest = []] = sentences.toSorted((one, other) => one.length - other.length);
  const message = listedLines(nearest);
  if (message === undefined) return undefined;
  return { invariant: serial.length > 0 ? 'serializable' : 'order-dependent', message };
}

/** What some orders do. */
interface Outcome {
  readonly effects: Effects;
  /** The first order that does it, which has the fewest preemptions. */
  readonly token: string;
  orders: number;
}

/**
 * Finds races inside one program, which has no other order to compare with than its own: it must do the same in every
 * order of its requests.
 */
export class OrderDependence<T> {
  readonly #baseline: Baseline<T>;
  readonly #outcomes = new Map<string, Outcome>();

  constructor(baseline: Baseline<T>) {
    this.#baseline = baseline;
  }

  /** Counts an order that does what a run did. */
  count({ trial: { effects, steps, stuck } }: Judged<T>): void {
    if (stuck || this.#baseline.serial.length > 0) return;
    const form = this.#baseline.comparison.formOf(effects);
    const known = this.#outcomes.get(form);
    if (known) known.orders += 1;
    else {
      const token = orderToken(placesIn(choicesIn(steps)));
      this.#outcomes.set(form, { effects, token, orders: 1 });
    }
  }

  /** How many orders do this and how many that; absent if all do the same. */
  conclusion(): string | undefined {
    const outcomes = [...this.#outcomes.values()];
    if (outcomes.length < 2) return undefined;
    const all = outcomes.reduce((sum, { orders }) => sum + orders, 0);
    const differing = this.#differing(outcomes);
    const lines = outcomes.map(({ effects, orders, token }) => {
      const found = byKey(effects.list, this.#baseline.comparison.keyOf);
      const said = [...differing].map(([key, effect]) => doneInWords(effect, found.get(key)?.length ?? 0));
      if (outcomes.some((other) => other.effects.credits !== effects.credits)) {
        said.push(`verification takes ${inWords(effects.credits, 'credit')}`);
      }
      return `In ${count(orders)} of ${count(all)} orders, ${said.slice(0, mostSaid).join(', and ')}. The shortest is ${token}.`;
    });
    return listedLines(lines);
  }

  /** One of the effects that some orders have more often than others, by its key. */
  #differing(outcomes: readonly Outcome[]): Map<string, Effect> {
    const { keyOf } = this.#baseline.comparison;
    const counts = outcomes.map(({ effects }) => byKey(effects.list, keyOf));
    const examples = new Map(outcomes.flatMap(({ effects }) => effects.list.map((one) => [keyOf(one), one])));
    for (const key of examples.keys()) {
      if (new Set(counts.map((byName) => byName.get(key)?.length ?? 0)).size === 1) examples.delete(key);
    }
    return examples;
  }
}

/** Effects that are named for each outcome. */
const mostSaid = 3;

/** For example `the email to grace@example.org: "Welcome" is sent twice`. */
function doneInWords(effect: Effect, number: number): string {
  const done = doneTo(effect);
  return `the ${effect.title} is ${done} ${counted(number, 'time')}`;
}
