import type { Baseline } from './baseline.ts';
import { differing, type Effect, type Effects } from './effects.ts';

/**
 * What must hold in every run of a sweep.
 *
 * - `sent-once`: no email is sent more often than without the fault.
 * - `created-once`: there are no more new contact lists than without the fault.
 * - `charged-once`: verifications take no more credits than without the fault.
 * - `nothing-lost`: if the scenario succeeds, everything is there that is there without the fault: emails,
 *   contacts and their lists, suppressions, attachments, verifications.
 * - `succeeds`: without a fault, the scenario succeeds under every wire option.
 * - `ends`: the scenario ends within the time limit.
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
  'consistent',
  'check',
] as const;

/** A run that ended, as invariants see it. */
export interface Evidence {
  readonly effects: Effects;
  readonly baseline: Baseline;
  /** Whether the scenario succeeded. */
  readonly ok: boolean;
  /** What `sandbox.check()` found. */
  readonly problems: readonly string[];
}

/** The invariants that need no configuration. Each returns what is wrong, if anything is. */
export const invariants: Readonly<Partial<Record<Invariant, (evidence: Evidence) => string | undefined>>> = {
  'sent-once': sentAgain,
  'created-once': createdAgain,
  'charged-once': ({ effects, baseline }) => {
    const { credits } = baseline.effects;
    return effects.credits > credits
      ? `Verification took ${effects.credits} credits instead of ${credits}.`
      : undefined;
  },
  'nothing-lost': ({ ok, effects, baseline }) => (ok ? lost(effects, baseline) : undefined),
  consistent: ({ problems }) => (problems.length > 0 ? problems.join('\n') : undefined),
};

/** Names the emails that were sent more often than without the fault, and more than once. */
function sentAgain({ effects, baseline }: Evidence): string | undefined {
  const usual = byKey(added('messages', baseline.effects), baseline);
  const found = [...byKey(added('messages', effects), baseline)].flatMap(([key, same]) => {
    const most = Math.max(1, usual.get(key)?.length ?? 0);
    if (same.length <= most) return [];
    return `The ${same[0]?.title} was sent ${times(same.length)} instead of ${times(most)}.`;
  });
  return found.length > 0 ? listed(found) : undefined;
}

/** Names the new lists if there are too many. Each may have another name by now, so only their number counts. */
function createdAgain({ effects, baseline }: Evidence): string | undefined {
  const [created, usual] = [effects, baseline.effects].map((all) => added('contactLists', all));
  if (!created || !usual || created.length <= usual.length) return undefined;
  const titles = listed(created.map(({ title }) => `The ${title}.`));
  return `There are ${created.length} new contact lists instead of ${usual.length}:\n${titles}`;
}

function added(kind: Effect['kind'], { list }: Effects): Effect[] {
  return list.filter((effect) => effect.kind === kind && effect.change === 'added');
}

/** Names the effects that are missing, and what is in their place. */
function lost(effects: Effects, baseline: Baseline): string | undefined {
  const present = byKey(effects.list, baseline);
  const missing: Effect[] = [];
  const isUnused = new Set(effects.list);
  for (const [key, wanted] of byKey(baseline.effects.list, baseline)) {
    const there = present.get(key) ?? [];
    for (const effect of wanted.slice(there.length)) missing.push(effect);
    for (const effect of there.slice(0, wanted.length)) isUnused.delete(effect);
  }
  const found = missing.map((effect) => {
    const instead = [...isUnused].find(
      ({ kind, change, title }) => kind === effect.kind && change === effect.change && title === effect.title,
    );
    if (!instead) return `The scenario succeeded, but the ${effect.title} was not ${doneTo(effect)}.`;
    isUnused.delete(instead);
    const fields = differing(effect.fields, instead.fields).join(', ');
    return `The scenario succeeded, but the ${effect.title} was ${doneTo(effect)} with a different ${fields}.`;
  });
  return found.length > 0 ? listed(found) : undefined;
}

function doneTo({ kind, change }: Effect): string {
  return kind === 'messages' && change === 'added' ? 'sent' : change;
}

function byKey(effects: readonly Effect[], { keyOf }: Baseline): Map<string, Effect[]> {
  return Map.groupBy(effects, keyOf);
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

const mostListed = 3;

function listed(lines: readonly string[]): string {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}
