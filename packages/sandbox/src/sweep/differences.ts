import type { Comparison } from './comparison.ts';
import { differing, type Effect, type Effects } from './effects.ts';
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
export function differencesBetween(found: Effects, expected: Effects, { keyOf }: Comparison): Difference[] {
  const [now, usual] = [found, expected].map(({ list }) => byKey(list, keyOf));
  const differences: Difference[] = [];
  for (const key of new Set([...(now?.keys() ?? []), ...(usual?.keys() ?? [])])) {
    const [here, there] = [now?.get(key) ?? [], usual?.get(key) ?? []];
    const [effect] = [...here, ...there];
    if (effect && here.length !== there.length) {
      differences.push({ effect, found: here.length, expected: there.length });
    }
  }
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
  const { title, fields } = effect;
  if (!instead) return `The ${title} was ${doneTo(effect)} ${counted(found, 'time')}, ${expected} expected.`;
  const others = differing(fields, instead.fields).map(
    (name) => `${name} ${fields[name]}, ${instead.fields[name]} expected`,
  );
  return `The ${title} was ${doneTo(effect)} with ${others.join(', and ')}.`;
}

export function creditsSentence(found: number, expected: number): string {
  return `Verification took ${counted(found, 'credit')}, ${expected} expected.`;
}

export function doneTo({ kind, change }: Effect): string {
  return kind === 'messages' && change === 'added' ? 'sent' : change;
}

export function byKey(effects: readonly Effect[], keyOf: Comparison['keyOf']): Map<string, Effect[]> {
  return Map.groupBy(effects, keyOf);
}

const mostListed = 3;

/** The first lines, and how many more there are; `undefined` without any. */
export function listedLines(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const nouns: Readonly<Record<Effect['kind'], string>> = {
  messages: 'email',
  contactLists: 'contact list',
  contacts: 'contact',
  suppressions: 'suppression',
  verifications: 'verification',
};

/** For example `the second email`. */
export function nthOf({ kind }: Effect, number: number): string {
  return `the ${ordinals[number - 1] ?? `${number}th`} ${nouns[kind]}`;
}
