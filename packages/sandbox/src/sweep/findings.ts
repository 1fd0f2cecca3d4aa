import type { Case } from './case.ts';
import { recordingOf } from '../control/sandbox/recording.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { Invariant } from './invariants.ts';
import { isSuccess, type Baseline } from './baseline.ts';
import {
  type Breach,
  preemptionsOf,
  groupOf,
  type ReportFacts,
  SweepReport,
  type Tally,
  titleOf,
} from './report.ts';
import type { BrokenRun, Judged, Strategy, Tried } from './strategy.ts';
import { requestName } from './faults.ts';

/**
 * Collects what the strategies of a sweep tried and what did not hold, and makes the report of it. Breaches of
 * one invariant by the same cause are one group: a later case of a group is news only if its order has fewer preemptions.
 */
export class Findings<T> {
  readonly #baseline: Baseline<T>;
  readonly #tallies = new Map<Strategy<T>['name'], Tally>();
  readonly #breaches: Breach[] = [];
  /** The first run that broke each invariant. */
  readonly #broken = new Map<Invariant, BrokenRun>();
  /** The breaks that the report has so far, each with the fewest preemptions of an order that shows it. */
  readonly #groups = new Map<string, number>();
  /** The requests that met faults. */
  readonly #requests = new Set<string>();

  constructor(baseline: Baseline<T>) {
    this.#baseline = baseline;
  }

  /** Whether a case shows a break that no case before it has shown, or only in an order with more preemptions. */
  isNews(strategy: Strategy<T>, one: Case, { verdicts }: Pick<Judged<T>, 'verdicts'>): boolean {
    return verdicts.some(({ invariant }) => {
      const preemptions = this.#groups.get(groupOf(strategy.name, one, invariant));
      return preemptions === undefined || preemptionsOf(one) < preemptions;
    });
  }

  /** Whether another case has shown each of these before, and has shown it again. */
  isConfirmed({ verdicts }: Pick<Judged<T>, 'verdicts'>): boolean {
    return verdicts.every(({ invariant }) => this.#broken.has(invariant));
  }

  /** Adds a case that was run. */
  add({ name: strategy }: Strategy<T>, { case: one, trial, verdicts, broken, isLater }: Judged<T>): void {
    if (isLater) this.later += 1;
    if (trial.stuck?.isLeftBehind) this.leftBehind += 1;
    const { repeated, failures } = trial;
    if (one.token !== undefined && repeated.length + failures.size > 0) this.hasFailures = true;
    for (const verdict of verdicts) {
      const group = groupOf(strategy, one, verdict.invariant);
      const known = this.#groups.get(group);
      const isShorter = known !== undefined && preemptionsOf(one) < known;
      if (known === undefined || isShorter) this.#groups.set(group, preemptionsOf(one));
      const { schedule, normal } = broken ?? {};
      this.#breaches.push({
        ...verdict,
        strategy,
        case: one,
        isRepeated: repeated.length > 0,
        schedule,
        normal,
      });
      if (broken && (isShorter || !this.#broken.has(verdict.invariant)))
        this.#broken.set(verdict.invariant, broken);
    }
    if (one.token === undefined) return;
    if (strategy === 'faults' && one.injected) this.#requests.add(requestName(one.injected.request));
    const tally = this.#tallyOf(strategy);
    tally.runs += 1;
    tally[isSuccess(trial, { ...this.#baseline, serial: [] }) ? 'succeeded' : 'failed'] += 1;
  }

  /** Runs that held only because tasks started again much later. */
  later = 0;
  /** Crashes after which the new start waited for what only a crash in process leaves. */
  leftBehind = 0;
  /** Whether a task failed in some run, even if it ran once more. */
  hasFailures = false;

  /** Whether an order of the tasks alone breaks something. */
  get areOrdersBroken(): boolean {
    return this.#breaches.some(({ strategy }) => strategy === 'orders');
  }

  /** Says that a strategy was not tried: what the orders break would show again in each of its runs. */
  holdBack({ name }: Strategy<T>): void {
    const text = `${name === 'faults' ? 'Faults' : 'Crashes'} were not tried, because orders alone break something`;
    this.#tallyOf(name).tried = { text };
  }

  /** Says what a strategy tried, once it has ended. Returns whether that was anything. */
  finish({ name }: Strategy<T>, tried: Tried): boolean {
    const tally = this.#tallyOf(name);
    tally.tried = tried;
    return tally.runs > 0 || this.#breaches.some(({ strategy }) => strategy === name);
  }

  /** @param facts What the whole sweep has to say, besides its strategies. */
  report(facts: Pick<ReportFacts, 'waits' | 'notes' | 'isRepeating'>): SweepReport {
    return new SweepReport({
      ...facts,
      scenario: this.#baseline.scenario,
      tallies: [...this.#tallies.values()],
      breaches: this.#breaches,
      requests: [...this.#requests],
      record: (broken) => {
        const { end, schedule } = this.#broken.get(broken.invariant) ?? {};
        const data = { ...broken, title: titleOf(broken), ...(schedule && { schedule }) };
        const { fork } = this.#baseline.trial;
        const state = end ?? fork.snapshot();
        return recordingOf(Sandbox.storeOf(fork), { type: 'sweep.broken', data }, state);
      },
    });
  }

  #tallyOf(strategy: Strategy<T>['name']): Tally {
    const known = this.#tallies.get(strategy);
    if (known) return known;
    const tally: Tally = { strategy, runs: 0, succeeded: 0, failed: 0, tried: undefined };
    this.#tallies.set(strategy, tally);
    return tally;
  }
}
