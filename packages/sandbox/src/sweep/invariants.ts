import type { Comparison } from './comparison.ts';
import { differing, type Effect, type Effects } from './effects.ts';

/**
 * What must hold in every run of a sweep.
 *
 * - `sent-once`: no email is sent more often than without the fault.
 * - `created-once`: there are no more new contact lists than without the fault.
 * - `charged-once`: verifications take no more credits than without the fault.
 * - `nothing-lost`: if the scenario succeeds, and after each crash, everything is there that is there without the fault: emails,
 *   contacts and their lists, suppressions, verifications. An attachment counts with the email that has it.
 * - `succeeds`: without a fault, the scenario succeeds under every wire option.
 * - `ends`: the scenario ends: in virtual time at all, in real time within the time limit.
 * - `serializable`: tasks that run at the same time do what they do one after the other, in one order or another.
 * - `order-dependent`: a program whose requests overlap does the same in every order of them.
 * - `consistent`: the sandbox's own books are right; a break is a mistake of the sandbox.
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

/** A run that ended, as invariants see it. */
export interface Evidence {
  readonly effects: Effects;
  readonly comparison: Comparison;
  /** Why everything has to be there, for example `The scenario succeeded, but`; `undefined` if it need not. */
  readonly claim: string | undefined;
  /** What `sandbox.check()` found. */
  readonly problems: readonly string[];
}

/** The invariants that need no configuration. Each returns what is wrong, if anything is. */
export const invariants: Readonly<Partial<Record<Invariant, (evidence: Evidence) => string | undefined>>> = {
  'sent-once': sentAgain,
  'created-once': createdAgain,
  'charged-once': ({ effects, comparison }) => {
    const { credits } = comparison.effects;
    return effects.credits > credits
      ? `Verification took ${effects.credits} credits instead of ${credits}.`
      : undefined;
  },
  'nothing-lost': ({ claim, effects, comparison }) =>
    claim === undefined ? undefined : lost(claim, effects, comparison),
  consistent: ({ problems }) => (problems.length > 0 ? problems.join('\n') : undefined),
};

/** Names the emails that were sent more often than without the fault, and more than once. */
function sentAgain({ effects, comparison }: Evidence): string | undefined {
  const usual = byKey(added('messages', comparison.effects), comparison.keyOf);
  const found = [...byKey(added('messages', effects), comparison.keyOf)].flatMap(([key, same]) => {
    const most = Math.max(1, usual.get(key)?.length ?? 0);
    if (same.length <= most) return [];
    return `The ${same[0]?.title} was sent ${times(same.length)} instead of ${times(most)}.`;
  });
  return found.length > 0 ? listedLines(found) : undefined;
}

/** Names the new lists if there are too many. Each may have another name by now, so only their number counts. */
function createdAgain({ effects, comparison }: Evidence): string | undefined {
  const [created, usual] = [effects, comparison.effects].map((all) => added('contactLists', all));
  if (!created || !usual || created.length <= usual.length) return undefined;
  const titles = listedLines(created.map(({ title }) => `The ${title}.`));
  return `There are ${created.length} new contact lists instead of ${usual.length}:\n${titles}`;
}

function added(kind: Effect['kind'], { list }: Effects): Effect[] {
  return list.filter((effect) => effect.kind === kind && effect.change === 'added');
}

/** Names the effects that are missing, and what is in their place. */
function lost(claim: string, effects: Effects, comparison: Comparison): string | undefined {
  const present = byKey(effects.list, comparison.keyOf);
  const missing: Effect[] = [];
  const isUnused = new Set(effects.list);
  for (const [key, wanted] of byKey(comparison.effects.list, comparison.keyOf)) {
    const there = present.get(key) ?? [];
    for (const effect of wanted.slice(there.length)) missing.push(effect);
    for (const effect of there.slice(0, wanted.length)) isUnused.delete(effect);
  }
  const found = missing.map((effect) => {
    const instead = [...isUnused].find(
      ({ kind, change, title }) => kind === effect.kind && change === effect.change && title === effect.title,
    );
    if (!instead) return `${claim} the ${effect.title} was not ${doneTo(effect)}.`;
    isUnused.delete(instead);
    const fields = differing(effect.fields, instead.fields).join(' and ');
    return `${claim} the ${effect.title} was ${doneTo(effect)}, but not with the same ${fields}.`;
  });
  return found.length > 0 ? listedLines(found) : undefined;
}

export function doneTo({ kind, change }: Effect): string {
  return kind === 'messages' && change === 'added' ? 'sent' : change;
}

export function byKey(effects: readonly Effect[], keyOf: Comparison['keyOf']): Map<string, Effect[]> {
  return Map.groupBy(effects, keyOf);
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
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

const mostListed = 3;

export function listedLines(lines: readonly string[]): string {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}
