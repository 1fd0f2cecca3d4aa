import { amountOf, type Effect } from './effects.ts';
import type { Trial } from './plan.ts';
import { firstDifference, stepName } from './steps.ts';

/** How the effects of runs are compared. */
export interface Comparison {
  /** The same for effects that are equal in every field that does not change from run to run. */
  readonly keyOf: (effect: Effect) => string;
  /** The same for runs that did the same, in whatever order. */
  readonly formOf: (effects: readonly Effect[]) => string;
}

/**
 * The common ground of runs without a fault, each done twice: fields that differ between the two, such as a random
 * code in an email, are not compared.
 */
export function comparisonOf(pairs: readonly (readonly (readonly Effect[])[])[]): Comparison {
  const changing = new Map<string, Set<string>>();
  for (const pair of pairs) {
    for (const sort of new Set(pair[0]?.map(sortOf))) {
      const [one, two] = pair.map((effects) => effects.filter((effect) => sortOf(effect) === sort));
      const names = Object.keys(one?.[0]?.fields ?? {});
      const found = names.filter((name) => valuesOf(name, one) !== valuesOf(name, two));
      changing.set(sort, new Set([...(changing.get(sort) ?? []), ...found]));
    }
  }
  const keyOf = remembered((effect: Effect): string => {
    const sort = sortOf(effect);
    const names = Object.keys(effect.fields).filter((name) => !changing.get(sort)?.has(name));
    return JSON.stringify([sort, ...names.map((name) => effect.fields[name])]);
  });
  return {
    keyOf,
    formOf: remembered((effects) =>
      [...Map.groupBy(effects, keyOf)]
        .map(([key, same]) => `${amountOf(same)} ${key}`)
        .toSorted()
        .join('\n'),
    ),
  };
}

/** Computes a text once for each object. */
function remembered<O extends object>(textOf: (one: O) => string): (one: O) => string {
  const texts = new WeakMap<O, string>();
  return (one) => {
    const text = texts.get(one) ?? textOf(one);
    texts.set(one, text);
    return text;
  };
}

/** What a run did, as far as another one has to repeat it. */
type Repeated = Pick<Trial<unknown>, 'steps' | 'effects'>;

/**
 * The first difference between two runs that should be the same, for example `email added: 1, then 2`.
 *
 * @param comparison Compares each effect. Without it, only their number is compared.
 */
export function differenceBetween(
  one: Repeated,
  other: Repeated,
  comparison?: Comparison,
): string | undefined {
  const difference = firstDifference(namesOf(one), namesOf(other));
  if (difference !== undefined) return difference;
  const keyOf = comparison?.keyOf ?? sortOf;
  const [now, then] = [Map.groupBy(one.effects, keyOf), Map.groupBy(other.effects, keyOf)];
  for (const [key, [example]] of [...now, ...then]) {
    const [first, second] = [amountOf(now.get(key)), amountOf(then.get(key))];
    if (first !== second) return `${comparison ? example?.title : key}: ${first}, then ${second}`;
  }
  return undefined;
}

/** What passed. How often time passed may depend on what does not keep virtual time. */
function namesOf({ steps }: Repeated): string[] {
  return steps.filter(({ kind }) => kind !== 'time').map(stepName);
}

/** What is compared with each other: changes of one sort to records of one kind. */
function sortOf({ kind, change }: Effect): string {
  return `${kind} ${change}`;
}

function valuesOf(name: string, effects: readonly Effect[] = []): string {
  return JSON.stringify(effects.map(({ fields }) => fields[name] ?? '').toSorted());
}

/** The scenario depends on something that the sweep does not repeat. */
export class NotRepeatableError extends Error {
  /** The first difference between two runs. */
  readonly difference: string;

  constructor(difference: string, hint: string) {
    super(
      `The scenario did not do the same twice without a fault (${difference}): make it repeatable. ${hint}`,
    );
    this.difference = difference;
  }
}

const anyReason =
  'It may depend on state outside of the fork and of setup, on randomness, or on another process';

export function notRepeatable(difference: string, hint = anyReason): Error {
  return new NotRepeatableError(difference, hint);
}
