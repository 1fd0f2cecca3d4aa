import type { Case } from './case.ts';
import type { Verdict } from './invariants.ts';
import { listedLines } from './comparison.ts';
import { counted } from './counts.ts';
import type { BrokenRun, Judged, Strategy, Tried } from './strategy.ts';
import { messageOf } from '../control/control-error.ts';

/** The cases of a strategy that were run. */
export interface Tally {
  readonly strategy: Strategy['name'];
  readonly judged: Judged[];
  /** Absent while it runs. */
  tried?: Tried;
}

/** The cases that broke one invariant by one cause: at one request, at one line, or with the same end. */
export interface BrokenGroup extends Verdict {
  readonly strategy: Strategy['name'];
  /** The simplest: the first that needs no proxy, or the one whose order has the fewest preemptions. */
  readonly shown: Judged;
  readonly others: Case[];
}

/**
 * What the strategies of a sweep tried and what did not hold. Cases that break one invariant by the same cause are one
 * group: a later case of a group is news only if its order has fewer preemptions.
 */
export class Findings {
  readonly tallies: Tally[] = [];
  readonly groups: BrokenGroup[] = [];
  /** How many cases held only because tasks started again much later. */
  later = 0;

  get judged(): readonly Judged[] {
    return this.tallies.flatMap(({ judged }) => judged);
  }

  /** The errors of tasks that failed in the end, the most frequent first, in a line each. */
  get errors(): string[] {
    const runs = this.judged.filter(({ case: { token } }) => token !== undefined);
    const errors = runs.flatMap(({ trial }) => [...new Set([...trial.failures.values()].map(startOf))]);
    const lines = [...Map.groupBy(errors, (error) => error)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([error, { length }]) => `In ${counted(length, 'run')}, a task failed: ${error}`);
    return listedLines(lines).split('\n').filter(Boolean);
  }

  /** Begins the tally of a strategy. */
  begin({ name: strategy }: Strategy): Tally {
    const tally = { strategy, judged: [] };
    this.tallies.push(tally);
    return tally;
  }

  /** Whether a case shows a break that no case before it has shown, or only in an order with more preemptions. */
  isNews(strategy: Strategy, one: Case, verdicts: readonly Verdict[]): boolean {
    return verdicts.some((verdict) => isSimpler(one, this.#groupOf(strategy.name, one, verdict)));
  }

  /** Adds a case that was run. */
  add({ strategy, judged: all }: Tally, judged: Judged): void {
    const { case: one, verdicts, broken } = judged;
    all.push(judged);
    this.later += judged.isLater ? 1 : 0;
    for (const verdict of verdicts) {
      const known = this.#groupOf(strategy, one, verdict, broken);
      if (broken && isSimpler(one, known)) {
        const others = known ? [...known.others, known.shown.case] : [];
        const group = { ...verdict, strategy, shown: judged, others };
        this.groups.splice(known ? this.groups.indexOf(known) : this.groups.length, 1, group);
      } else known?.others.push(one);
    }
  }

  #groupOf(
    strategy: Strategy['name'],
    one: Case,
    { invariant, message, isDespiteKeys }: Verdict,
    broken?: BrokenRun,
  ) {
    const line = lineOf(one, broken);
    const isSame = ({ shown, others, ...group }: BrokenGroup) =>
      (one.injected && group.message === message) ||
      (line !== undefined && line === lineOf(shown.case, shown.broken)) ||
      [shown.case, ...others].some((other) => causeOf(other) === causeOf(one));
    const alike = this.groups.filter(
      (group) =>
        group.strategy === strategy && group.invariant === invariant && group.isDespiteKeys === isDespiteKeys,
    );
    return alike.find(isSame);
  }
}

/** The first words of an error, without what may be an id: the same in each run. */
export function startOf(error: unknown): string {
  const words = messageOf(error).replaceAll(/\n.*/gs, '');
  return words.replaceAll(/\b(?=\w*\d)\w{8,}/g, '…').replace(/^(.{80}).+/, '$1…');
}

/** The request that met something. Without that, the wire options are the cause. */
function causeOf({ injected, wire, token }: Case): string | undefined {
  return injected?.request ?? (token === undefined ? wire?.name : '');
}

/** The line of the user's code that made the request that met something. */
function lineOf({ injected }: Case, broken: BrokenRun | undefined): string | undefined {
  const calls = broken?.schedule?.lanes.flatMap((lane) => lane.calls);
  return calls?.find(({ name }) => name === injected?.request)?.line;
}

/** Whether a case is simpler than that of a group: its order has fewer preemptions, or its fault needs no proxy. */
function isSimpler({ orders, injected }: Case, group: BrokenGroup | undefined): boolean {
  if (group === undefined) return true;
  const { orders: other, injected: shown } = group.shown.case;
  if (shown?.origin === 'proxy' && injected?.request === shown.request && injected.origin !== 'proxy')
    return true;
  return (orders?.preemptions ?? 0) < (other?.preemptions ?? 0);
}
