import { count, counted, inWords } from './counts.ts';
import type { Effect, Effects } from './effects.ts';
import { byKey, doneTo, listedLines } from './differences.ts';
import type { Verdict } from './judge.ts';
import { orderToken } from './replay.ts';
import type { Baseline } from './baseline.ts';
import type { Trial } from './plan.ts';
import { choicesIn, placesIn } from './steps.ts';
import type { Judged } from './strategy.ts';

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

  /** Whether a run did something else than the normal order. */
  verdictOn({ effects }: Pick<Trial<T>, 'effects'>): Verdict | undefined {
    const { comparison, trial } = this.#baseline;
    if (comparison.formOf(effects) === comparison.formOf(trial.effects)) return undefined;
    return { invariant: 'order-dependent', message: 'It does something else than in the normal order.' };
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
