import type { Baseline } from './baseline.ts';
import { creditsSentence, differencesBetween, listedLines, sentenceOf } from './differences.ts';
import type { Effects } from './effects.ts';
import type { Verdict } from './judge.ts';

/** Checks that these effects are those of the tasks one after the other, in one order or another. */
export function serializable<T>(
  effects: Effects,
  { outcomes, comparison }: Pick<Baseline<T>, 'outcomes' | 'comparison'>,
): Verdict | undefined {
  const form = comparison.formOf(effects);
  if (outcomes.some((outcome) => comparison.formOf(outcome) === form)) return undefined;
  const sentences = outcomes.map((outcome) => [
    ...differencesBetween(effects, outcome, comparison).map(sentenceOf),
    ...(effects.credits === outcome.credits ? [] : [creditsSentence(effects.credits, outcome.credits)]),
  ]);
  const [nearest = []] = sentences.toSorted((one, other) => one.length - other.length);
  const message = listedLines(nearest);
  return message === undefined ? undefined : { invariant: 'serializable', message };
}
