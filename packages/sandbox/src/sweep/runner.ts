import { pause } from '../service/kernel/timers.ts';
import { parseDuration } from '../service/kernel/duration.ts';
import { Sandbox } from '../control/sandbox.ts';
import { sandboxOfTask, forgetTasks } from './task-sandbox.ts';
import type { SweepOptions } from './options.ts';
import { moveFrozen, realScheduler, VirtualScheduler } from './scheduler.ts';
import type { Runner } from './plan.ts';
import { type SweepWait, watch } from './quiet.ts';
import type { Scenario } from './scenario.ts';
import { tryPlan } from './trial.ts';
import { catchUncaught } from './uncaught.ts';
import { watchCallers } from './callers.ts';
import { startVirtualTime } from './virtual-time.ts';

/** Virtual milliseconds between two runs that should differ in time: other minutes, seconds and milliseconds. */
const virtualGap = 61_005;
/** The same in real time, which has to be short. */
const baselineGap = 5;

/** Sweeps in virtual time, one after the other: they share the timers of the process. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a scenario as it needs. `waits` are the real time that was spent so far. */
type Work<T, R> = (run: Runner<T>, waits: () => readonly SweepWait[]) => Promise<R>;

/** Does work that runs a scenario in this process, in virtual or in real time. Puts everything back afterwards. */
export async function withRunner<T, R>(
  sandbox: Sandbox,
  scenario: Scenario<T>,
  options: SweepOptions<T, never>,
  work: Work<T, R>,
): Promise<R> {
  const { time = 'virtual', timeout = 10_000, repeat = true, signal } = options;
  if (time === 'virtual') {
    const mine = last.then(() => withVirtualTime(sandbox, scenario, options, work));
    last = mine.catch(() => {});
    return mine;
  }
  const start = startFrom(sandbox);
  const result = work(
    async (plan) => {
      signal?.throwIfAborted();
      // Times in the content of an email have milliseconds: the other run must have others.
      if (plan.isOther) await pause(baselineGap);
      return tryPlan(start, scenario, {
        plan,
        repeat,
        schedulerOf: (fork) => realScheduler(fork, timeout, restartAfterOf(options.restart)),
      });
    },
    () => [],
  );
  return signal ? Promise.race([result, abortionOf(signal)]) : result;
}

/** Virtual milliseconds until a task starts again, if the options name none: whatever takes no time comes before. */
const usualRestart = 1_000;

function restartAfterOf(restart: SweepOptions['restart']): number {
  return (restart && parseDuration(restart.after)) ?? usualRestart;
}

/** What all runs start from, with all that a run would have to derive from a large seed. */
function startFrom(sandbox: Sandbox): Sandbox {
  const start = sandbox.fork();
  Sandbox.storeOf(start).derive();
  return start;
}

function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function withVirtualTime<T, R>(
  sandbox: Sandbox,
  scenario: Scenario<T>,
  { timeout: patience = 10_000, repeat = true, restart, signal }: SweepOptions<T, never>,
  work: Work<T, R>,
): Promise<R> {
  signal?.throwIfAborted();
  const start = startFrom(sandbox);
  const time = await startVirtualTime();
  const startedAt = time.now;
  const watcher = watch(patience);
  const uncaught = catchUncaught();
  const restartAfter = restartAfterOf(restart);
  let scheduler: VirtualScheduler | undefined;
  // Whatever the app's tests have mounted or served is this sandbox: the fork of the run stands in for it.
  const release = Sandbox.standIn(
    sandbox,
    () => sandboxOfTask() ?? (scenario.names.length === 1 ? scheduler?.own : undefined),
  );
  try {
    return await work(
      async (plan) => {
        // All forks are of the same time: clocks never go back.
        time.restart(startedAt);
        watcher.restart();
        const tracing = plan.isTraced ? watchCallers() : undefined;
        try {
          return await tryPlan(start, scenario, {
            plan,
            repeat,
            schedulerOf: (fork) => {
              if (plan.isOther) {
                time.restart(startedAt + virtualGap);
                moveFrozen(fork, virtualGap);
              }
              scheduler = new VirtualScheduler(fork, plan, {
                time,
                watch: watcher,
                patience,
                signal,
                tracing,
                restartAfter,
                uncaught,
              });
              return scheduler;
            },
          });
        } finally {
          tracing?.end();
        }
      },
      () => watcher.waits,
    );
  } finally {
    release();
    uncaught.end();
    forgetTasks();
    watcher.end();
    time.end();
  }
}
