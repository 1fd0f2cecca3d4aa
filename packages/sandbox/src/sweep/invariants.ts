import type { Comparison } from './comparison.ts';
import { counted } from './counts.ts';
import { creditsSentence, type Difference, listedLines, sentenceOf } from './differences.ts';
import type { Effect, Effects } from './effects.ts';

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
  /** What the tasks do without a fault, in one order of them. */
  readonly expected: Effects;
  readonly comparison: Comparison;
  /** Why everything has to be there, for example `The scenario succeeded, but`; `undefined` if it need not. */
  readonly claim: string | undefined;
  /** What is different. */
  readonly differences: readonly Difference[];
}

/** What is wrong with a run, if anything is, by one of the invariants that compare it with an expected end. */
export const invariants: Readonly<Partial<Record<Invariant, (evidence: Evidence) => string | undefined>>> = {
  'sent-once': ({ differences }) =>
    listedLines(
      differences
        .filter(({ effect, found, expected }) => isSent(effect) && found > Math.max(1, expected))
        .map(sentenceOf),
    ),
  // Each may have another name by now, so only their number counts.
  'created-once': ({ effects, expected }) => {
    const [created = [], usual = []] = [effects, expected].map(({ list }) => list.filter(isNewList));
    if (created.length <= usual.length) return undefined;
    const titles = listedLines(created.map(({ title }) => `The ${title}.`));
    return `There are ${counted(created.length, 'new contact list')}, ${usual.length} expected:\n${titles}`;
  },
  'charged-once': ({ effects, expected }) =>
    effects.credits > expected.credits ? creditsSentence(effects.credits, expected.credits) : undefined,
  'nothing-lost': ({ claim, differences }) =>
    claim === undefined
      ? undefined
      : listedLines(
          differences
            .filter(({ found, expected, instead }) => found < expected || instead)
            .map((one) => `${claim} ${sentenceOf(one).replace(/^The/, 'the')}`),
        ),
};

function isSent({ kind, change }: Effect): boolean {
  return kind === 'messages' && change === 'added';
}

function isNewList({ kind, change }: Effect): boolean {
  return kind === 'contactLists' && change === 'added';
}
