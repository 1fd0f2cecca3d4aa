import type { Comparison } from './comparison.ts';
import { differing, type Effect, type Effects } from './effects.ts';
import { byKey, doneTo, listedLines, times } from './invariants.ts';
import type { Verdict } from './judge.ts';
import type { Baseline } from './baseline.ts';
import type { Trial } from './plan.ts';

/** Checks that a run did what the tasks do one after the other, in one order or another. */
export function serializable<T>({ effects }: Trial<T>, { serial, comparison }: Baseline<T>): Verdict | undefined {
  const form = comparison.formOf(effects);
  if (serial.some((turn) => comparison.formOf(turn.effects) === form)) return undefined;
  const differences = serial.map((turn) => differencesBetween(effects, turn.effects, comparison));
  const [nearest] = differences.toSorted((one, other) => one.length - other.length);
  if (!nearest || nearest.length === 0) return undefined;
  return { invariant: 'serializable', message: listedLines(nearest) };
}

/** What is different, in sentences. */
function differencesBetween(found: Effects, inTurn: Effects, { keyOf }: Comparison): string[] {
  const [now, usual] = [found, inTurn].map(({ list }) => byKey(list, keyOf));
  const [extra, missing]: [Effect[], Effect[]] = [[], []];
  const sentences: string[] = [];
  for (const key of new Set([...(now?.keys() ?? []), ...(usual?.keys() ?? [])])) {
    const [here, there] = [now?.get(key) ?? [], usual?.get(key) ?? []];
    const [one] = [...here, ...there];
    if (!one || here.length === there.length) continue;
    if (here.length > 0 && there.length > 0) sentences.push(countedOtherwise(one, here.length, there.length));
    else if (here.length > 0) extra.push(...here);
    else missing.push(...there);
  }
  for (const effect of missing) {
    const index = extra.findIndex(
      ({ kind, change, title }) => kind === effect.kind && change === effect.change && title === effect.title,
    );
    const [instead] = index < 0 ? [] : extra.splice(index, 1);
    sentences.push(instead ? otherFields(instead, effect) : countedOtherwise(effect, 0, 1));
  }
  for (const [title, same] of Map.groupBy(extra, (effect) => effect.title)) {
    const [first] = same;
    if (first && title) sentences.push(countedOtherwise(first, same.length, 0));
  }
  if (found.credits !== inTurn.credits) {
    sentences.push(
      `Verification took ${found.credits} credits. One after the other, it takes ${inTurn.credits}.`,
    );
  }
  return sentences;
}

function countedOtherwise(effect: Effect, now: number, usual: number): string {
  const done = doneTo(effect);
  const here = now === 0 ? `was not ${done}` : `was ${done} ${now === 1 ? '' : times(now)}`.trim();
  const there = usual === 0 ? 'it is not' : now === 0 ? 'it is' : `it is ${done} ${times(usual)}`;
  return `The ${effect.title} ${here}. One after the other, ${there}.`;
}

function otherFields(effect: Effect, usual: Effect): string {
  const fields = differing(effect.fields, usual.fields)
    .map((name) => `${name} ${effect.fields[name]} (one after the other: ${usual.fields[name]})`)
    .join(', ');
  return `The ${effect.title} was ${doneTo(effect)} with ${fields}.`;
}
