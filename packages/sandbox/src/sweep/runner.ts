import { pause } from '../service/kernel/timers.ts';
import { parseDuration } from '../service/kernel/duration.ts';
import { Sandbox } from '../control/sandbox.ts';
import { sandboxOfTask, forgetTasks, catchUncaught } from './process.ts';
import type { AnyOptions } from './options.ts';
import { moveFrozen, realScheduler, VirtualScheduler } from './scheduler.ts';
import type { Case } from './case.ts';
import { RealWaits } from './quiet.ts';
import type { Scenario } from './scenario.ts';
import { type Runner, type Scheduler, tryCase } from './trial.ts';
import { watchCallers } from './callers.ts';
import { watchOwnChanges } from './own-changes.ts';
import { VirtualTime } from './virtual-time.ts';

/** Virtual milliseconds between two runs that should differ in time: other minutes, seconds and milliseconds. */
const virtualGap = 61_005;
const baselineGap = 5;

/** Sweeps in virtual time, one after the other: they share the timers of the process. */
let last: Promise<unknown> = Promise.resolve();

/** Virtual milliseconds until a task starts again, if the options name none. What takes no time comes before. */
const usualRestart = 1_000;

/** Does work that runs a scenario in this process, then puts everything back. In real time, there are no `realWaits`. */
export async function withRunner<R>(
  sandbox: Sandbox,
  scenario: Scenario,
  { time, timeout = 10_000, repeat = true, restart, signal }: AnyOptions,
  work: (run: Runner, realWaits?: RealWaits) => Promise<R>,
): Promise<R> {
  const restartAfter = (restart && parseDuration(restart.after)) ?? usualRestart;
  const limits = { timeout, signal, restartAfter };
  // What is derived from a large seed is derived once, not in each trial.
  const start = sandbox.fork();
  Sandbox.storeOf(start).derive();
  const runBy = (one: Case, schedulerOf: (fork: Sandbox) => Scheduler) =>
    tryCase(start, scenario, one, repeat, schedulerOf);

  const inRealTime = async () => {
    const run: Runner = async (one) => {
      signal?.throwIfAborted();
      // Times in the content of an email have milliseconds: the other run must have others.
      if (one.isVaried) await pause(baselineGap);
      return runBy(one, (fork) => realScheduler(fork, limits));
    };
    const result = work(run);
    return signal ? Promise.race([result, abortionOf(signal)]) : result;
  };

  const inVirtualTime = async () => {
    signal?.throwIfAborted();
    // The app and a service whose clock is frozen agree about the date.
    const { clock } = Sandbox.storeOf(sandbox);
    const virtualTime = await VirtualTime.start(clock.frozen ? clock.now() : undefined);
    const startedAt = virtualTime.now;
    const realWaits = new RealWaits(timeout, signal);
    let scheduler: VirtualScheduler | undefined;
    const ownChanges = watchOwnChanges((name) => scheduler?.mayChange(name) ?? true);
    const stopCatching = catchUncaught((error) => scheduler?.fail(error));
    // Whatever the app's tests have mounted or served is this sandbox: the fork of the run replaces it.
    const release = Sandbox.redirect(
      sandbox,
      () => sandboxOfTask() ?? (scenario.names.length === 1 ? scheduler?.own : undefined),
    );
    const run: Runner = async (one) => {
      // All forks are of the same time: clocks never go back.
      virtualTime.restart(startedAt);
      virtualTime.reseed(one.isVaried ? 'other' : '');
      realWaits.work.forget();
      const tracing = one.isTraced ? watchCallers() : undefined;
      const trial = runBy(one, (fork) => {
        if (one.isVaried) {
          virtualTime.restart(startedAt + virtualGap);
          moveFrozen(fork, virtualGap);
        }
        const virtual = { ...limits, time: virtualTime, realWaits, ownChanges, tracing };
        return (scheduler = new VirtualScheduler(fork, one, virtual));
      });
      return trial.finally(() => tracing?.end());
    };
    try {
      return await work(run, realWaits);
    } finally {
      release();
      stopCatching();
      forgetTasks();
      realWaits.work.end();
      ownChanges.end();
      virtualTime.end();
    }
  };

  if (time === 'real') return inRealTime();
  const mine = last.then(inVirtualTime);
  last = mine.catch(() => {});
  return mine;
}

const abortionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
