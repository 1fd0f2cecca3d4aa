import type { Comparison } from './comparison.ts';
import { amountOf, differing, type Effect } from './effects.ts';
import { counted } from './counts.ts';

/** Something that was done more or less often than expected, or otherwise. */
export interface Difference {
  readonly effect: Effect;
  readonly found: number;
  readonly expected: number;
  /** What was expected in its place, if only fields differ. */
  readonly instead?: Effect;
}

/** What is different between two ends, in the order of what was found. */
export function differencesBetween(
  found: readonly Effect[],
  expected: readonly Effect[],
  keyOf: Comparison['keyOf'],
): Difference[] {
  const [now, usual] = [Map.groupBy(found, keyOf), Map.groupBy(expected, keyOf)];
  const differences = [...new Set([...now.keys(), ...usual.keys()])].flatMap((key) => {
    const [here, there] = [amountOf(now.get(key)), amountOf(usual.get(key))];
    const [effect] = now.get(key) ?? usual.get(key) ?? [];
    return effect && here !== there ? { effect, found: here, expected: there } : [];
  });
  return paired(differences);
}

/** Joins what was found once with what was expected once, if both are changes of the same record. */
function paired(differences: readonly Difference[]): Difference[] {
  const rest = new Set(differences);
  return differences.flatMap((one) => {
    if (!rest.delete(one)) return [];
    const isOther = (other: Difference) =>
      other.found === one.expected &&
      other.expected === one.found &&
      other.effect.kind === one.effect.kind &&
      other.effect.change === one.effect.change &&
      other.effect.title === one.effect.title;
    const other = one.found * one.expected === 0 ? [...rest].find(isOther) : undefined;
    if (!other) return one;
    rest.delete(other);
    const [mine, theirs] = one.found > 0 ? [one, other] : [other, one];
    return { effect: mine.effect, found: mine.found, expected: mine.found, instead: theirs.effect };
  });
}

/** For example `The email to grace@example.org: "Welcome" was sent 2 times, 1 expected.` */
export function sentenceOf({ effect, found, expected, instead }: Difference): string {
  const { kind, title, fields } = effect;
  if (kind === 'credit') return `Verification took ${counted(found, 'credit')}, ${expected} expected.`;
  if (!instead) return `The ${title} was ${doneTo(effect)} ${counted(found, 'time')}, ${expected} expected.`;
  const others = differing(fields, instead.fields).map(
    (name) => `${name} ${fields[name]}, ${instead.fields[name]} expected`,
  );
  return `The ${title} was ${doneTo(effect)} with ${others.join(', and ')}.`;
}

export function doneTo({ kind, change }: Effect): string {
  return kind === 'email' && change === 'added' ? 'sent' : change;
}

const mostListed = 3;

/** The first lines, and how many more there are. */
export function listedLines(lines: readonly string[]): string {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** For example `the second email`. */
export function nthOf({ kind }: Effect, number: number): string {
  return `the ${ordinals[number - 1] ?? `${number}th`} ${kind}`;
}
