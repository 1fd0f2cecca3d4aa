import type { Sandbox } from '../control/sandbox.ts';
import { type Case, foreignReplay } from './case.ts';
import { differenceBetween, NotRepeatableError } from './comparison.ts';
import type { Findings } from './findings.ts';
import type { Verdict } from './invariants.ts';
import { judge } from './judge.ts';
import { scheduleOf } from './lanes.ts';
import type { SweepOptions } from './options.ts';
import type { Baseline } from './baseline.ts';
import type { Plan, Runner, Trial } from './plan.ts';
import type { Watch } from './quiet.ts';
import type { Scenario } from './scenario.ts';
import type { BrokenRun, Judged, Strategy } from './strategy.ts';

/** Virtual milliseconds until a new start that is to find no lease and no lock of the one before. */
const hour = 3_600_000;

/** Runs that take all the real time that they may until the others are left out. */
const mostSlow = 3;

/** What to sweep, however it runs. */
export interface Sweeping {
  readonly run: Runner;
  readonly sandbox: Sandbox;
  readonly scenario: Scenario;
  readonly options: SweepOptions<never, never>;
  /** Called after each case, with the number of cases that follow in its round. */
  readonly onCase?: (judged: Judged, left: number) => void;
  /** What notes the real time that was spent; absent without virtual time. */
  readonly watch?: Watch | undefined;
}

interface Running extends Sweeping {
  readonly baseline: Baseline;
  readonly findings: Findings;
}

/** Runs the cases of a strategy, round by round, and adds each to the findings. */
export async function runStrategy(strategy: Strategy, running: Running): Promise<void> {
  const { options, findings, onCase } = running;
  const { time, concurrency = 50, replay, operations } = options;
  const tally = findings.begin(strategy);
  const rounds = strategy.rounds();
  let round = rounds.next([]);
  const hasManySlow = () => tally.judged.filter(({ trial }) => trial.stuck?.isSlow).length >= mostSlow;
  while (!round.done) {
    const judged: Judged[] = [];
    let [left, added] = [round.value.length, 0];
    const queue = round.value.entries();
    const worker = async () => {
      for (const [index, one] of queue) {
        if (hasManySlow()) return;
        const result = await tryCase(strategy, one, running);
        judged[index] = result;
        left -= 1;
        onCase?.(result, left);
        // In the order of the cases: with several at a time, a later one may have ended first.
        for (let next = judged[added]; next; next = judged[(added += 1)]) findings.add(tally, next);
      }
    };
    await Promise.all(Array.from({ length: time === 'real' ? concurrency : 1 }, worker));
    if (hasManySlow()) return;
    round = rounds.next(judged);
  }
  tally.tried = round.value;
  if (tally.judged.some(({ case: one, verdicts }) => one.token !== undefined || verdicts.length > 0)) return;
  if (replay !== undefined) throw foreignReplay(replay, 'nothing here has this name');
  const which = operations ? `of ${operations.join(', ')}` : 'that can fail';
  throw new Error(`Nothing was swept: the scenario makes no request ${which}`);
}

/** Runs and judges a case. One that shows something new runs a second time, to say more about it. */
async function tryCase(strategy: Strategy, given: Case, running: Running): Promise<Judged> {
  const { run, baseline, options, findings } = running;
  const attempt = async (plan: Plan) => {
    const trial = await run(plan);
    return { trial, verdicts: await judge(given, trial, baseline, strategy, options.check) };
  };
  let { trial, verdicts } = await attempt(given.plan);
  const token = strategy.tokenOf?.(trial.steps, given);
  const one = token === undefined ? given : { ...given, token };
  const isRestarted = given.plan.crash !== undefined || trial.repeated.size > 0;
  const [mayWait, isLate] = [options.time !== 'real' && !options.restart, verdicts.some(mayComeLate)];
  let isLater = false;
  // Perhaps a lease had not expired. In real time, nobody waits for that.
  if (isRestarted && mayWait && (isLate || (verdicts.length === 0 && findings.later > 0))) {
    const later = await attempt({ ...given.plan, restartAfter: hour });
    const isSame = (one: Verdict) => later.verdicts.some(({ invariant }) => invariant === one.invariant);
    isLater = isLate && !verdicts.filter(mayComeLate).some(isSame);
    if (isLater || verdicts.length === 0) ({ trial, verdicts } = later);
  }
  // A program is traced anyway, and takes long to start: only its first break is confirmed.
  const isKnown = trial.printed !== undefined && findings.groups.length > 0;
  const isNews = findings.isNews(strategy, one, verdicts);
  const broken = isNews ? await brokenRun(strategy, trial, running, isKnown) : undefined;
  // States of the fork are large, and there may be a thousand runs.
  const { fork: _fork, state: _state, value: _value, alone: _alone, end: _end, ...kept } = trial;
  return { case: one, trial: kept, verdicts, isLater, broken };
}

/** Whether what is wrong may only not have been done yet. */
function mayComeLate({ invariant }: Verdict): boolean {
  return ['nothing-lost', 'ends', 'check'].includes(invariant);
}

/**
 * @param isKnown Whether the trial shows all, and need not run again.
 * @throws Error if the case does not do the same again.
 */
async function brokenRun(
  { name }: Strategy,
  trial: Trial,
  { run, baseline }: Running,
  isKnown: boolean,
): Promise<BrokenRun> {
  // In real time, no steps are recorded.
  if (trial.steps.length === 0) return { end: trial.end };
  const again = isKnown ? trial : await run({ ...trial.plan, isTraced: true });
  // After a fault, what passes when may depend on real time.
  const difference = name !== 'faults' && differenceBetween(trial, again, baseline.comparison);
  if (difference) throw new NotRepeatableError(difference);
  const hasNormal = name === 'orders' && baseline.serial.length === 0;
  const normal = hasNormal ? scheduleOf(await run({ isTraced: true }), baseline) : undefined;
  return { end: again.end, schedule: scheduleOf(again, baseline), normal };
}
