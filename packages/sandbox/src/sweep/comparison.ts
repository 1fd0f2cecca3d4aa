import { counted } from './counts.ts';
import { amountOf, differing, type Effect, isSent } from './effects.ts';
import type { Trial } from './trial.ts';
import { firstDifference, stepName } from './steps.ts';

/** How the effects of runs are compared. */
export interface Comparison {
  /** The same for effects that are equal in every field that does not change from run to run. */
  readonly keyOf: (effect: Effect) => string;
  /** The same for runs that did the same, in whatever order. */
  readonly formOf: (effects: readonly Effect[]) => string;
  /** The fields that change from run to run, for example `html of emails`. */
  readonly changing: ReadonlySet<string>;
}

/** Leaves out fields that differ in a pair of equal runs: in effects with the same title, or else in all of one sort. */
export function comparisonOf(pairs: readonly (readonly (readonly Effect[])[])[]): Comparison {
  const changing = new Map<string, Set<string>>();
  const inWords = new Set<string>();
  for (const pair of pairs) {
    const [first = [], second = []] = pair;
    const titles = new Set(first.map(titleOf));
    const shared = new Set(second.map(titleOf).filter((title) => titles.has(title)));
    const groupOf = (effect: Effect) => {
      const title = titleOf(effect);
      return shared.has(title) ? title : sortOf(effect);
    };
    const others = Map.groupBy(second, groupOf);
    for (const [group, effects] of Map.groupBy(first, groupOf)) {
      const names = [...new Set(effects.flatMap(({ fields }) => Object.keys(fields)))];
      const differ = names.filter((name) => valuesOf(name, effects) !== valuesOf(name, others.get(group)));
      changing.set(group, new Set([...(changing.get(group) ?? []), ...differ]));
      for (const name of differ) inWords.add(`${name} of ${effects[0]?.kind}s`);
    }
  }
  const keyOf = remembered((effect: Effect): string => {
    const [sort, title] = [sortOf(effect), titleOf(effect)];
    const isCompared = (name: string) => !changing.get(sort)?.has(name) && !changing.get(title)?.has(name);
    return JSON.stringify([sort, Object.entries(effect.fields).filter(([name]) => isCompared(name))]);
  });
  const linesOf = (effects: readonly Effect[]) =>
    [...Map.groupBy(effects, keyOf)].map(([key, same]) => `${amountOf(same)} ${key}`);
  const formOf = remembered((effects: readonly Effect[]) => linesOf(effects).toSorted().join('\n'));
  return { changing: inWords, keyOf, formOf };
}

function remembered<O extends object>(textOf: (one: O) => string): (one: O) => string {
  const texts = new WeakMap<O, string>();
  return (one) => {
    const text = texts.get(one) ?? textOf(one);
    texts.set(one, text);
    return text;
  };
}

/** Something that was done more or less often than expected, or otherwise. */
export interface Difference {
  readonly effect: Effect;
  readonly found: number;
  readonly expected: number;
  /** How many of the expected effects differ from each other, in any field. */
  readonly distinct: number;
  /** What was expected in its place, if only fields differ. */
  readonly instead?: Effect;
}

/** The differences between the effects of two runs. Two that are changes of the same record become one. */
export function differencesBetween(
  found: readonly Effect[],
  expected: readonly Effect[],
  keyOf: Comparison['keyOf'],
): Difference[] {
  const unpaired = new Set(surpluses(found, expected, keyOf));
  return [...unpaired].flatMap((one) => {
    if (!unpaired.delete(one)) return [];
    const isOther = (other: Difference) =>
      other.found === one.expected && other.expected === one.found && isAlike(other.effect, one.effect);
    const other = one.found * one.expected === 0 ? [...unpaired].find(isOther) : undefined;
    if (!other) return one;
    unpaired.delete(other);
    const [mine, theirs] = one.found > 0 ? [one, other] : [other, one];
    return { ...mine, expected: mine.found, instead: theirs.effect };
  });
}

const isAlike = (one: Effect, other: Effect) => titleOf(one) === titleOf(other);

function surpluses(
  found: readonly Effect[],
  expected: readonly Effect[],
  keyOf: Comparison['keyOf'],
): Difference[] {
  const [now, usual] = [Map.groupBy(found, keyOf), Map.groupBy(expected, keyOf)];
  return [...new Set([...now.keys(), ...usual.keys()])].flatMap((key) => {
    const [here, there] = [now.get(key) ?? [], usual.get(key) ?? []];
    const [effect = there[0]] = here;
    const amounts = { found: amountOf(here), expected: amountOf(there) };
    if (!effect || amounts.found === amounts.expected) return [];
    return { effect, ...amounts, distinct: new Set(there.map(({ fields }) => JSON.stringify(fields))).size };
  });
}

/** For example `The email to grace@example.org: "Welcome" was sent 2 times, 1 expected.` */
function sentenceOf({ effect, found, expected, instead }: Difference): string {
  const { kind, title, fields } = effect;
  if (kind === 'credit') return `Verification took ${counted(found, 'credit')}, ${expected} expected.`;
  if (!instead) return `The ${title} was ${doneTo(effect)} ${counted(found, 'time')}, ${expected} expected.`;
  const others = differing(fields, instead.fields).map(
    (name) => `${name} ${fields[name] ?? 'absent'}, ${instead.fields[name] ?? 'absent'} expected`,
  );
  return `The ${title} was ${doneTo(effect)} with ${others.join(', and ')}.`;
}

export const doneTo = (effect: Effect) => (isSent(effect) ? 'sent' : effect.change);

const mostListed = 3;

/** The first lines, and how many more there are. */
export function listedLines(lines: readonly string[]): string[] {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`And ${more} more.`] : [])];
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** For example `the second email`. */
export const nthOf = ({ kind }: Effect, number: number): string =>
  `the ${ordinals[number - 1] ?? `${number}th`} ${kind}`;

type Repeated = Pick<Trial, 'steps' | 'effects'>;

/** The first difference between two runs in words, if there is one. Without a comparison, effects are only counted. */
export function differenceBetween(
  one: Repeated,
  other: Repeated,
  comparison?: Comparison,
): string | undefined {
  const difference = firstDifference(namesOf(one), namesOf(other));
  if (difference !== undefined) return difference;
  const [first] = surpluses(one.effects, other.effects, comparison?.keyOf ?? sortOf);
  if (!first) return undefined;
  const { effect, found, expected } = first;
  return `${comparison ? effect.title : sortOf(effect)}: ${found}, then ${expected}`;
}

/** What passed. How often time passed may depend on what does not keep virtual time. */
const namesOf = ({ steps }: Repeated) => steps.filter(({ kind }) => kind !== 'time').map(stepName);

/** Effects of one sort are compared with each other: they change records of one kind in one way. */
const sortOf = ({ kind, change }: Effect) => `${kind} ${change}`;

type Runs = readonly Pick<Trial, 'effects'>[];

/** Whether something was done more often than in every one of some runs, to all records with the same text. */
export function isMore(effects: readonly Effect[], runs: Runs, textOf = titleOf): boolean {
  const byText = runs.map((one) => Map.groupBy(one.effects, textOf));
  return [...Map.groupBy(effects, textOf)].some(([text, done]) =>
    byText.every((usual) => amountOf(usual.get(text)) < amountOf(done)),
  );
}

/** Whether each thing was done as often as in some run, not always the same one, and in total no more than in all of them. */
export function isMixed(effects: readonly Effect[], runs: Runs, { keyOf }: Comparison): boolean {
  const done = Map.groupBy(effects, keyOf);
  const usual = runs.map((one) => Map.groupBy(one.effects, keyOf));
  const keys = [done, ...usual].flatMap((one) => [...one.keys()]);
  const isUsual = (key: string) => usual.some((one) => amountOf(one.get(key)) === amountOf(done.get(key)));
  return keys.every(isUsual) && !isMore(effects, runs, sortOf);
}

const titleOf = (effect: Effect) => `${sortOf(effect)} ${effect.title}`;

const valuesOf = (name: string, effects: readonly Effect[] = []): string =>
  JSON.stringify(effects.map(({ fields }) => fields[name] ?? '').toSorted());

/** The scenario depends on something that the sweep does not repeat. */
export class NotRepeatableError extends Error {
  readonly difference: string;

  constructor(
    difference: string,
    hint = 'It may depend on state outside of the fork and of setup, on randomness, or on another process',
  ) {
    super(
      `The scenario did not do the same twice without a fault (${difference}): make it repeatable. ${hint}`,
    );
    this.difference = difference;
  }
}

/**
 * What must hold in every run of a sweep.
 *
 * - `sent-once`: no email is sent more often than without the fault.
 * - `created-once`: there are no more new contact lists than without the fault.
 * - `charged-once`: verifications take no more credits than without the fault.
 * - `nothing-lost`: if the scenario succeeds, and after each crash, everything is there that is there without the fault: emails,
 *   contacts and their lists, suppressions, verifications. An attachment counts with its email. Nothing else is removed.
 * - `succeeds`: without a fault, the scenario succeeds under every wire option.
 * - `ends`: the scenario ends: in virtual time at all, in real time within the time limit.
 * - `serializable`: tasks that run at the same time do what they do one after the other, in one order or another.
 * - `order-dependent`: a program whose requests overlap does the same in every order of them.
 * - `consistent`: `sandbox.check()` finds no inconsistency; a break is a mistake of the sandbox.
 * - `check`: your own check holds.
 */
export type Invariant = (typeof invariantNames)[number];

/** The names of all invariants, in the order in which a report lists them. */
export const invariantNames = [
  'sent-once',
  'created-once',
  'charged-once',
  'nothing-lost',
  'succeeds',
  'ends',
  'serializable',
  'order-dependent',
  'consistent',
  'check',
] as const;

/** An invariant that did not hold in a run, and what is wrong. */
export interface Verdict {
  readonly invariant: Invariant;
  readonly message: string;
  /** `sent-once` after a fault: set if it would also happen if each retry had the idempotency key of the first try. */
  readonly isDespiteKeys?: true;
}

/** Which invariants a run broke. `claim` is the reason why everything has to be there; absent if it need not. */
export function brokenInvariants(differences: readonly Difference[], claim: string | undefined): Verdict[] {
  const of = (kind: Effect['kind']) =>
    differences.filter(({ effect }) => effect.kind === kind && ['added', 'taken'].includes(effect.change));
  const isMore = ({ found, expected }: Difference) => found > expected;
  const emails = of('email').filter((one) => isMore(one) && one.found > 1);
  // Each may have another name by now, so only their number counts.
  const lists = of('contact list');
  const newLists = lists.reduce((sum, { found, expected }) => sum + found - expected, 0);
  // Two emails that are alike may be a duplicate that the program also sends without a fault.
  const isMissing = ({ effect: { kind, change }, found, expected, distinct, instead }: Difference) =>
    kind !== 'credit' &&
    (instead !== undefined || found < distinct || (change === 'removed' && found > expected));
  return [
    ...verdictOf('sent-once', emails),
    ...verdictOf('created-once', newLists > 0 ? lists.filter(isMore) : []),
    ...verdictOf('charged-once', of('credit').filter(isMore)),
    ...(claim === undefined ? [] : verdictOf('nothing-lost', differences.filter(isMissing), claim)),
  ];
}

/** A verdict that lists the differences; no verdict without any. */
export function verdictOf(invariant: Invariant, differences: readonly Difference[], claim = ''): Verdict[] {
  const lines = differences.map(sentenceOf);
  const claims = lines.map((one) => (claim === '' ? one : `${claim} ${one.replace(/^The/, 'the')}`));
  return claims.length === 0 ? [] : [{ invariant, message: listedLines(claims).join('\n') }];
}
