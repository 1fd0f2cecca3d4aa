import { type Difference, listedLines, sentenceOf } from './comparison.ts';
import type { Effect } from './effects.ts';

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

/**
 * Which invariants a run broke that ended otherwise than expected.
 *
 * @param claim Why everything has to be there, for example `The scenario succeeded, but`; `undefined` if it need not.
 */
export function brokenInvariants(differences: readonly Difference[], claim: string | undefined): Verdict[] {
  const of = (kind: Effect['kind']) =>
    differences.filter(({ effect }) => effect.kind === kind && ['added', 'taken'].includes(effect.change));
  const isMore = ({ found, expected }: Difference) => found > expected;
  const emails = of('email').filter((one) => isMore(one) && one.found > 1);
  // Each may have another name by now, so only their number counts.
  const lists = of('contact list');
  const newLists = lists.reduce((sum, { found, expected }) => sum + found - expected, 0);
  // Two emails that are alike may be one that is sent too often without a fault, too.
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
  return claims.length === 0 ? [] : [{ invariant, message: listedLines(claims) }];
}
