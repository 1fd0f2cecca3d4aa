import { pause } from '../service/kernel/timers.ts';
import { parseDuration } from '../service/kernel/duration.ts';
import { Sandbox } from '../control/sandbox.ts';
import { sandboxOfTask, forgetTasks } from './task-sandbox.ts';
import type { SweepOptions } from './options.ts';
import { type Limits, moveFrozen, realScheduler, VirtualScheduler } from './scheduler.ts';
import type { Plan, Runner, Trial } from './plan.ts';
import { type SweepWait, watch } from './quiet.ts';
import type { Scenario } from './scenario.ts';
import { type Scheduler, tryPlan } from './trial.ts';
import { catchUncaught } from './uncaught.ts';
import { watchCallers } from './callers.ts';
import { startVirtualTime } from './virtual-time.ts';

/** Virtual milliseconds between two runs that should differ in time: other minutes, seconds and milliseconds. */
const virtualGap = 61_005;
/** The same in real time, which has to be short. */
const baselineGap = 5;

/** Sweeps in virtual time, one after the other: they share the timers of the process. */
let last: Promise<unknown> = Promise.resolve();

/** Virtual milliseconds until a task starts again, if the options name none: whatever takes no time comes before. */
const usualRestart = 1_000;

/** Runs a scenario as it needs. `waits` are the real time that was spent so far. */
type Work<T, R> = (run: Runner<T>, waits: () => readonly SweepWait[]) => Promise<R>;

/** How trials go: what is the same for all of them. */
interface Trials<T> extends Limits {
  readonly sandbox: Sandbox;
  readonly scenario: Scenario<T>;
  readonly tryPlan: (plan: Plan, schedulerOf: (fork: Sandbox) => Scheduler) => Promise<Trial<T>>;
}

/** Does work that runs a scenario in this process, in virtual or in real time. Puts everything back afterwards. */
export async function withRunner<T, R>(
  sandbox: Sandbox,
  scenario: Scenario<T>,
  { time, timeout = 10_000, repeat = true, restart, signal }: SweepOptions<T, never>,
  work: Work<T, R>,
): Promise<R> {
  const restartAfter = (restart && parseDuration(restart.after)) ?? usualRestart;
  // With all that a trial would have to derive from a large seed.
  const start = sandbox.fork();
  Sandbox.storeOf(start).derive();
  const trials: Trials<T> = {
    sandbox,
    scenario,
    timeout,
    signal,
    restartAfter,
    tryPlan: (plan, schedulerOf) => tryPlan(start, scenario, { plan, repeat, schedulerOf }),
  };
  if (time === 'real') return inRealTime(trials, work);
  const mine = last.then(() => inVirtualTime(trials, work));
  last = mine.catch(() => {});
  return mine;
}

async function inRealTime<T, R>(trials: Trials<T>, work: Work<T, R>): Promise<R> {
  const { signal } = trials;
  const run: Runner<T> = async (plan) => {
    signal?.throwIfAborted();
    // Times in the content of an email have milliseconds: the other run must have others.
    if (plan.isOther) await pause(baselineGap);
    return trials.tryPlan(plan, (fork) => realScheduler(fork, trials));
  };
  const result = work(run, () => []);
  return signal ? Promise.race([result, abortionOf(signal)]) : result;
}

function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function inVirtualTime<T, R>(trials: Trials<T>, work: Work<T, R>): Promise<R> {
  const { sandbox, scenario, timeout, signal } = trials;
  signal?.throwIfAborted();
  const time = await startVirtualTime();
  const startedAt = time.now;
  const watcher = watch(timeout);
  let scheduler: VirtualScheduler | undefined;
  const stopCatching = catchUncaught((error) => scheduler?.fail(error));
  // Whatever the app's tests have mounted or served is this sandbox: the fork of the run stands in for it.
  const release = Sandbox.standIn(
    sandbox,
    () => sandboxOfTask() ?? (scenario.names.length === 1 ? scheduler?.own : undefined),
  );
  const run: Runner<T> = async (plan) => {
    // All forks are of the same time: clocks never go back.
    time.restart(startedAt);
    time.reseed(plan.isOther ? 'other' : '');
    watcher.restart();
    const tracing = plan.isTraced ? watchCallers() : undefined;
    const virtual = { ...trials, time, watch: watcher, tracing };
    const trial = trials.tryPlan(plan, (fork) => {
      if (plan.isOther) {
        time.restart(startedAt + virtualGap);
        moveFrozen(fork, virtualGap);
      }
      scheduler = new VirtualScheduler(fork, plan, virtual);
      return scheduler;
    });
    return trial.finally(() => tracing?.end());
  };
  try {
    return await work(run, () => watcher.waits);
  } finally {
    release();
    stopCatching();
    forgetTasks();
    watcher.end();
    time.end();
  }
}
