import type { Plan } from './plan.ts';
import type { InjectedFault } from './faults.ts';
import type { SweptWireOptions } from './wire-options.ts';

/** One run of a strategy, and how the report calls it. */
export interface Case {
  readonly plan: Plan;
  /** Names it for a replay, for example `order:0,1`; absent for a run in which nothing goes wrong. */
  readonly token?: string;
  readonly wire?: SweptWireOptions;
  /** Orders only: how many orders do the same, and how many preemptions this one has. */
  readonly orders?: { count: number; readonly preemptions: number };
  /** What goes wrong with which request. */
  readonly injected?: Omit<InjectedFault, 'fault'> & { readonly fault: { readonly name: string } };
}

/** For example `connection reset after`. */
export function injectedName({ fault, phase }: NonNullable<Case['injected']>): string {
  return `${fault.name} ${phase}`;
}

/** The case that a replay names; all of them if there is no replay. */
export function only(replay: string | undefined, cases: readonly Case[]): readonly Case[] {
  return replay === undefined ? cases : cases.filter(({ token }) => token === replay);
}
