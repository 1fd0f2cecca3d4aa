import { messageOf } from '../control/control-error.ts';
import type { Sandbox } from '../control/sandbox.ts';
import type { Baseline } from './baseline.ts';
import { type Case, foreignReplay, orderIn } from './case.ts';
import { differenceBetween, listedLines, NotRepeatableError, type Verdict } from './comparison.ts';
import { counted } from './counts.ts';
import { judge } from './judge.ts';
import type { AnyOptions } from './options.ts';
import type { RealWaits } from './quiet.ts';
import type { Scenario } from './scenario.ts';
import type { BrokenRun, Judged, Strategy, Tried } from './strategy.ts';
import { scheduleOf } from './timeline.ts';
import type { Runner, Trial } from './trial.ts';

/** Virtual milliseconds before a new start, so that the leases and locks of the run before it have expired. */
export const hour = 3_600_000;
const mostSlow = 3;

/** What to sweep, and how it runs. */
export interface Sweeping {
  readonly run: Runner;
  readonly sandbox: Sandbox;
  readonly scenario: Scenario;
  readonly options: AnyOptions;
  /** Called after each case, with the number of cases that follow in its round. */
  readonly onCase?: (judged: Judged, following: number) => void;
  /** Notes the real time that was spent; absent without virtual time. */
  readonly realWaits?: RealWaits | undefined;
}

/** The cases of a strategy that were run. */
export interface Tally {
  readonly strategy: Strategy['name'];
  readonly judged: Judged[];
  tried?: Tried;
}

/** The cases that broke one invariant by one cause: at one request, at one line, or with the same end. */
export interface BrokenGroup extends Verdict {
  readonly strategy: Strategy['name'];
  /** The simplest: the first that needs no proxy, or the one whose order has the fewest preemptions. */
  readonly shown: Judged;
  readonly others: Case[];
}

/** Runs the cases of strategies, and collects what did not hold in groups. */
export class Findings {
  readonly tallies: Tally[] = [];
  readonly groups: BrokenGroup[] = [];
  readonly #sweeping: Sweeping;
  readonly #baseline: Baseline;

  constructor(sweeping: Sweeping, baseline: Baseline) {
    this.#sweeping = sweeping;
    this.#baseline = baseline;
  }

  get judged(): readonly Judged[] {
    return this.tallies.flatMap(({ judged }) => judged);
  }

  /** How many cases held only because tasks started again an hour later. */
  get delayed(): number {
    return this.judged.filter(({ isDelayed }) => isDelayed).length;
  }

  /** The errors of tasks that failed in the end, the most frequent first, in a line each. */
  get errors(): string[] {
    const runs = this.judged.filter(({ case: { token } }) => token !== undefined);
    const errors = runs.flatMap(({ failures }) => [...new Set([...failures.values()].map(startOf))]);
    const lines = [...Map.groupBy(errors, (error) => error)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([error, { length }]) => `In ${counted(length, 'run')}, a task failed: ${error}`);
    return listedLines(lines);
  }

  async run(strategy: Strategy): Promise<void> {
    const { onCase, options } = this.#sweeping;
    const { time, concurrency = 50, replay, operations } = options;
    const tally: Tally = { strategy: strategy.name, judged: [] };
    this.tallies.push(tally);
    const hasManySlow = () => tally.judged.filter(({ stuck }) => stuck?.isSlow).length >= mostSlow;
    const rounds = strategy.rounds();
    let round = rounds.next([]);
    while (!round.done) {
      const judged: Judged[] = [];
      let [following, added] = [round.value.length, 0];
      const queue = round.value.entries();
      const worker = async () => {
        for (const [index, one] of queue) {
          if (hasManySlow()) return;
          const result = await this.#try(strategy, one);
          judged[index] = result;
          following -= 1;
          onCase?.(result, following);
          // In the order of the cases: with several at a time, a later one may have ended first.
          for (let next = judged[added]; next; next = judged[(added += 1)]) this.#add(tally, next);
        }
      };
      await Promise.all(Array.from({ length: time === 'real' ? concurrency : 1 }, worker));
      if (hasManySlow()) return;
      round = rounds.next(judged);
    }
    tally.tried = round.value;
    if (tally.judged.some(({ case: one, verdicts }) => one.token !== undefined || verdicts.length > 0))
      return;
    if (replay !== undefined) throw foreignReplay(replay, 'nothing here has this name');
    const which = operations ? `of ${operations.join(', ')}` : 'that can fail';
    throw new Error(`Nothing was swept: the scenario makes no request ${which}`);
  }

  /** Runs and judges a case. One that shows something new runs a second time, to say more about it. */
  async #try(strategy: Strategy, given: Case): Promise<Judged> {
    const { run, options } = this.#sweeping;
    const attempt = async (restart: Pick<Case, 'restartAfter'> = {}) => {
      const trial = await run({ ...given, ...restart });
      return { trial, verdicts: await judge(trial, this.#baseline, strategy, options.check) };
    };
    let { trial, verdicts } = await attempt();
    let isDelayed = false;
    const isRestarted = given.crash !== undefined || trial.repeated.size > 0;
    const missing = verdicts.filter(mayComeLate);
    // A lease may not have expired yet. In real time, waiting for it would take too long.
    const mayWait = isRestarted && options.time !== 'real' && !options.restart;
    if (mayWait && (missing.length > 0 || (verdicts.length === 0 && this.delayed > 0))) {
      const delayed = await attempt({ restartAfter: hour });
      const stillBroken = delayed.verdicts.map(({ invariant }) => invariant);
      isDelayed = missing.length > 0 && !missing.some(({ invariant }) => stillBroken.includes(invariant));
      if (isDelayed || verdicts.length === 0) ({ trial, verdicts } = delayed);
    }
    const token = given.orders && given.last === undefined ? orderIn(trial.steps) : given.token;
    const one = token === undefined ? given : { ...given, token };
    const isNew = verdicts.some((verdict) => isSimpler(one, this.#groupOf(strategy.name, one, verdict)));
    const broken = isNew ? await this.#brokenRun(strategy, trial) : undefined;
    // States of the fork are large, and there may be a thousand runs.
    const { fork: _fork, state: _state, value: _value, alone: _alone, end: _end, ...kept } = trial;
    return { ...kept, case: one, verdicts, isDelayed, broken };
  }

  /** @throws Error if the case does not do the same again. */
  async #brokenRun({ name }: Strategy, trial: Trial): Promise<BrokenRun> {
    const baseline = this.#baseline;
    const { run } = this.#sweeping;
    // In real time, no steps are recorded.
    if (trial.steps.length === 0) return { end: trial.end };
    // A program is traced anyway, and takes long to start: only its first break is confirmed.
    const isKnown = trial.printed !== undefined && this.groups.length > 0;
    const again = isKnown ? trial : await run({ ...trial.case, isTraced: true });
    // After a fault, what passes when may depend on real time.
    const difference = name !== 'faults' && differenceBetween(trial, again, baseline.comparison);
    if (difference) throw new NotRepeatableError(difference);
    const hasNormal = name === 'orders' && baseline.serial.length === 0;
    const normal = hasNormal ? scheduleOf(await run({ isTraced: true }), baseline) : undefined;
    return { end: again.end, schedule: scheduleOf(again, baseline), normal };
  }

  #add({ strategy, judged: all }: Tally, judged: Judged): void {
    const { case: one, verdicts, broken } = judged;
    all.push(judged);
    for (const verdict of verdicts) {
      const known = this.#groupOf(strategy, one, verdict, broken);
      if (broken && isSimpler(one, known)) {
        const others = known ? [...known.others, known.shown.case] : [];
        const group = { ...verdict, strategy, shown: judged, others };
        this.groups.splice(known ? this.groups.indexOf(known) : this.groups.length, 1, group);
      } else known?.others.push(one);
    }
  }

  /** The group of earlier cases that break the invariant by the same cause. */
  #groupOf(strategy: Strategy['name'], one: Case, verdict: Verdict, broken?: BrokenRun) {
    const line = lineOf(one, broken);
    return this.groups.find(
      ({ shown, others, ...group }) =>
        group.strategy === strategy &&
        group.invariant === verdict.invariant &&
        group.isDespiteKeys === verdict.isDespiteKeys &&
        ((one.met && group.message === verdict.message) ||
          (line !== undefined && line === lineOf(shown.case, shown.broken)) ||
          [shown.case, ...others].some((other) => causeOf(other) === causeOf(one))),
    );
  }
}

/** Whether what is missing may still have come later. */
const mayComeLate = ({ invariant }: Verdict) => ['nothing-lost', 'ends', 'check'].includes(invariant);

/** The first words of an error, without what may be an id: the same in each run. */
export function startOf(error: unknown): string {
  const words = messageOf(error).replaceAll(/\n.*/gs, '');
  return words.replaceAll(/\b(?=\w*\d)\w{8,}/g, '…').replace(/^(.{80}).+/, '$1…');
}

/** The request that met the fault or the crash. If none did, the wire options are the cause. */
const causeOf = ({ met, wire, token }: Case) => met?.request ?? (token === undefined ? wire?.name : '');

function lineOf({ met }: Case, broken: BrokenRun | undefined): string | undefined {
  const calls = broken?.schedule?.rows.flatMap((row) => row.calls);
  return calls?.find(({ name }) => name === (met?.near ?? met?.request))?.line;
}

/** Whether a case is simpler than that of a group: its order has fewer preemptions, or its fault needs no proxy. */
function isSimpler({ orders, met }: Case, group: BrokenGroup | undefined): boolean {
  if (group === undefined) return true;
  const { orders: other, met: shown } = group.shown.case;
  if (shown?.origin === 'proxy' && met?.request === shown.request && met.origin !== 'proxy') return true;
  return (orders?.preemptions ?? 0) < (other?.preemptions ?? 0);
}
