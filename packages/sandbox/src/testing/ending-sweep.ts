import type { Sandbox } from '../control/sandbox.ts';
import type { SweepCheck, SweepOptions, SweepTasks, SweepValues } from '../sweep/options.ts';
import { foundUntil, type SweepReport } from '../sweep/report.ts';
import { sweep } from '../sweep/sweep.ts';

const moreTime =
  'Give it more time: test(name, { timeout: 60_000 }, …), or testTimeout in the configuration of the runner';

/** A `sweep` that ends with its test, even if the test times out, so that the next test has real timers again. */
export function endingSweep(atEnd: (end: () => Promise<void>) => void): typeof sweep {
  const ending = (
    sandbox: Sandbox,
    scenario: SweepTasks<unknown>,
    check: SweepCheck<SweepValues, unknown> | SweepOptions<SweepValues, unknown> = {},
  ): Promise<SweepReport> => {
    const { signal, ...options } = typeof check === 'function' ? { check } : check;
    const over = new AbortController();
    const signals = [over.signal, ...(signal ? [signal] : [])];
    const running = sweep(sandbox, scenario, { ...options, signal: AbortSignal.any(signals) });
    atEnd(async () => {
      const reason = new Error('The sweep ended early: its test is over');
      over.abort(reason);
      await running.catch(() => {});
      const found = foundUntil.get(reason);
      if (found) throw new Error(`${reason.message}. ${moreTime}. Until then:\n${found}`);
    });
    return running;
  };
  // It passes its arguments on, in either of the two forms.
  return ending as typeof sweep;
}
