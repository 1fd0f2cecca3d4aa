import type { Case } from './case.ts';
import type { Verdict } from './invariants.ts';
import type { Judged, Strategy, Tried } from './strategy.ts';

/** The cases of a strategy that were run. */
export interface Tally {
  readonly strategy: Strategy['name'];
  readonly judged: Judged[];
  /** Absent while it runs. */
  tried?: Tried;
}

/** The cases that broke one invariant by one cause. */
export interface BrokenGroup extends Verdict {
  readonly strategy: Strategy['name'];
  /** The simplest: the first, or the one whose order has the fewest preemptions. */
  readonly shown: Judged;
  readonly others: Case[];
}

/**
 * What the strategies of a sweep tried and what did not hold. Cases that break one invariant by the same cause are one
 * group: a later case of a group is news only if its order has fewer preemptions.
 */
export class Findings {
  readonly tallies: Tally[] = [];
  readonly #groups = new Map<string, BrokenGroup>();

  get groups(): readonly BrokenGroup[] {
    return [...this.#groups.values()];
  }

  get judged(): readonly Judged[] {
    return this.tallies.flatMap(({ judged }) => judged);
  }

  /** Whether a case held only because tasks started again much later. */
  get hasLater(): boolean {
    return this.tallies.some(({ judged }) => judged.some(({ isLater }) => isLater));
  }

  /** Begins the tally of a strategy. */
  begin({ name: strategy }: Strategy): Tally {
    const tally = { strategy, judged: [] };
    this.tallies.push(tally);
    return tally;
  }

  /** Whether a case shows a break that no case before it has shown, or only in an order with more preemptions. */
  isNews(strategy: Strategy, one: Case, verdicts: readonly Verdict[]): boolean {
    return verdicts.some((verdict) => isSimpler(one, this.#groups.get(groupOf(strategy.name, one, verdict))));
  }

  /** Whether another case has shown each of these before, and has shown it again. */
  isConfirmed(verdicts: readonly Verdict[]): boolean {
    const broken = new Set(this.groups.map(({ invariant }) => invariant));
    return verdicts.every(({ invariant }) => broken.has(invariant));
  }

  /** Adds a case that was run. */
  add({ strategy, judged: all }: Tally, judged: Judged): void {
    const { case: one, verdicts, broken } = judged;
    all.push(judged);
    for (const verdict of verdicts) {
      const group = groupOf(strategy, one, verdict);
      const known = this.#groups.get(group);
      if (broken && isSimpler(one, known)) {
        const others = known ? [...known.others, known.shown.case] : [];
        this.#groups.set(group, { ...verdict, strategy, shown: judged, others });
      } else known?.others.push(one);
    }
  }
}

/** The same for cases that break an invariant by the same cause. */
function groupOf(strategy: Strategy['name'], one: Case, { invariant }: Verdict): string {
  const { injected, wire, token } = one;
  // Without a fault, the wire options are the cause.
  const cause = injected?.request ?? (token === undefined ? wire?.name : '');
  return JSON.stringify([strategy, cause, invariant]);
}

/** Whether the order of a case has fewer preemptions than the simplest of a group so far. */
function isSimpler({ orders }: Case, group: BrokenGroup | undefined): boolean {
  return group === undefined || (orders?.preemptions ?? 0) < (group.shown.case.orders?.preemptions ?? 0);
}
