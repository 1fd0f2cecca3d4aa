import type { Effect, Effects } from './effects.ts';

/** What a scenario does without a fault. */
export interface Baseline {
  readonly effects: Effects;
  /** The same for effects that are equal in every field that does not change from run to run. */
  readonly keyOf: (effect: Effect) => string;
}

/**
 * The common ground of two runs without a fault: fields that differ between them, such as a random code in an
 * email, are not compared.
 *
 * @throws Error if the runs did different things.
 */
export function baselineOf(first: Effects, second: Effects): Baseline {
  const sorts = new Set([...first.list, ...second.list].map(sortOf));
  const stable = new Map<string, readonly string[]>();
  for (const sort of sorts) {
    const [one, two] = [first, second].map(({ list }) => list.filter((effect) => sortOf(effect) === sort));
    if (one?.length !== two?.length) throw notRepeatable(sort, one?.length, two?.length);
    const names = Object.keys(one?.[0]?.fields ?? {});
    stable.set(
      sort,
      names.filter((name) => valuesOf(name, one) === valuesOf(name, two)),
    );
  }
  return {
    effects: first,
    keyOf: (effect) => {
      const sort = sortOf(effect);
      const names = stable.get(sort) ?? Object.keys(effect.fields);
      return JSON.stringify([sort, ...names.map((name) => effect.fields[name])]);
    },
  };
}

/** What is compared with each other: effects on the same table of the same sort. */
function sortOf({ kind, change }: Effect): string {
  return `${kind} ${change}`;
}

function valuesOf(name: string, effects: readonly Effect[] = []): string {
  return JSON.stringify(effects.map(({ fields }) => fields[name] ?? '').toSorted());
}

function notRepeatable(sort: string, one = 0, two = 0): Error {
  return new Error(
    `The scenario did not do the same twice without a fault (${sort}: ${one}, then ${two}): make it repeatable`,
  );
}
