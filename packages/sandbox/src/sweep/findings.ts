import type { Case } from './case.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { Verdict } from './invariants.ts';
import { isSuccess, type Baseline } from './baseline.ts';
import { type BrokenGroup, type ReportFacts, SweepReport, type Tally } from './report.ts';
import type { Judged, Strategy, Tried } from './strategy.ts';
import { requestName } from './faults.ts';

/**
 * Collects what the strategies of a sweep tried and what did not hold, and makes the report of it. Cases that break one
 * invariant by the same cause are one group: a later case of a group is news only if its order has fewer preemptions.
 */
export class Findings {
  readonly #baseline: Baseline;
  readonly #tallies = new Map<Strategy['name'], Tally>();
  readonly #groups = new Map<string, BrokenGroup>();
  /** The requests that met faults. */
  readonly #requests = new Set<string>();
  /** Runs that held only because tasks started again much later. */
  later = 0;
  /** Crashes after which the new start waited for what only a crash in process leaves. */
  leftBehind = 0;
  /** Runs in which a task failed, even if it ran once more. */
  failing = 0;

  constructor(baseline: Baseline) {
    this.#baseline = baseline;
  }

  /** Whether a case shows a break that no case before it has shown, or only in an order with more preemptions. */
  isNews({ name }: Strategy, one: Case, verdicts: readonly Verdict[]): boolean {
    return verdicts.some(({ invariant }) => isSimpler(one, this.#groups.get(groupOf(name, one, invariant))));
  }

  /** Whether another case has shown each of these before, and has shown it again. */
  isConfirmed(verdicts: readonly Verdict[]): boolean {
    const broken = new Set([...this.#groups.values()].map(({ invariant }) => invariant));
    return verdicts.every(({ invariant }) => broken.has(invariant));
  }

  /** Adds a case that was run. */
  add({ name: strategy }: Strategy, { case: one, trial, verdicts, broken, isLater }: Judged): void {
    const { repeated, failures, stuck } = trial;
    if (isLater) this.later += 1;
    if (stuck?.isLeftBehind) this.leftBehind += 1;
    for (const verdict of verdicts) {
      const group = groupOf(strategy, one, verdict.invariant);
      const known = this.#groups.get(group);
      if (broken && isSimpler(one, known)) {
        const others = known ? [...known.others, known.case] : [];
        const isRepeated = repeated.length > 0;
        this.#groups.set(group, { ...verdict, strategy, case: one, isRepeated, run: broken, others });
      } else known?.others.push(one);
    }
    if (one.token === undefined) return;
    if (repeated.length + failures.size > 0) this.failing += 1;
    if (strategy === 'faults' && one.injected) this.#requests.add(requestName(one.injected.request));
    const tally = this.#tallyOf(strategy);
    tally[isSuccess(trial, { ...this.#baseline, serial: [] }) ? 'succeeded' : 'failed'] += 1;
  }

  /** Whether a strategy broke something. */
  hasBroken(name: Strategy['name']): boolean {
    return [...this.#groups.values()].some(({ strategy }) => strategy === name);
  }

  /** Says what a strategy tried. Returns whether that was anything. */
  finish({ name }: Strategy, tried: Tried): boolean {
    const tally = this.#tallyOf(name);
    tally.tried = tried;
    for (const [key, group] of this.#groups) {
      const { conclusion: message = group.message } = tried;
      if (group.invariant === 'order-dependent') this.#groups.set(key, { ...group, message });
    }
    return tally.succeeded + tally.failed > 0 || this.hasBroken(name);
  }

  /** @param facts What the whole sweep has to say, besides its strategies. */
  report(facts: Pick<ReportFacts, 'waits' | 'notes' | 'remarks'>): SweepReport {
    const { scenario, trial } = this.#baseline;
    return new SweepReport({
      ...facts,
      scenario,
      store: Sandbox.storeOf(trial.fork),
      tallies: [...this.#tallies.values()],
      groups: [...this.#groups.values()],
      requests: [...this.#requests],
      isPartial: this.leftBehind > 0,
    });
  }

  #tallyOf(strategy: Strategy['name']): Tally {
    const known = this.#tallies.get(strategy);
    if (known) return known;
    const tally: Tally = { strategy, succeeded: 0, failed: 0, tried: undefined };
    this.#tallies.set(strategy, tally);
    return tally;
  }
}

/** The same for cases that break an invariant by the same cause. */
function groupOf(
  strategy: Tally['strategy'],
  { injected, wire, token }: Case,
  invariant: Verdict['invariant'],
): string {
  // Without a fault, the wire options are the cause.
  const cause = injected ? requestName(injected.request) : token === undefined ? wire?.name : '';
  return JSON.stringify([strategy, cause, invariant]);
}

/** Whether the order of a case has fewer preemptions than the simplest of a group so far. */
function isSimpler({ orders }: Case, group: BrokenGroup | undefined): boolean {
  return group === undefined || (orders?.preemptions ?? 0) < (group.case.orders?.preemptions ?? 0);
}
