import type { Sandbox } from '../control/sandbox.ts';
import type { SweepCheck, SweepOptions, SweepScenario, SweepTasks, SweepValues } from './options.ts';
import type { SweepReport } from './report.ts';
import type { performSweep } from './perform.ts';

/**
 * Runs a scenario again and again, each time on a fresh fork with one thing that goes wrong, and reports what did not
 * hold: emails that were sent twice or lost, credits that were charged twice, and so on.
 *
 * - Faults: each fault on each request, under each choice of wire options.
 * - Orders: the orders in which requests and responses of several tasks, or of one task whose requests overlap, can pass.
 * - Crashes: all tasks stop when a request arrives or a response leaves, and start again.
 *
 * A run in which the scenario fails is fine in itself: some faults cannot be survived. The sandbox stays as it is.
 * While a sweep runs in virtual time, the timers of this process are faked.
 *
 * @param check Your own invariant, or options.
 * @throws Error if the scenario makes no request, or fails or does something different without a fault.
 */
export function sweep<T>(
  sandbox: Sandbox,
  run: SweepScenario<T>,
  check?: SweepCheck<T> | SweepOptions<T>,
): Promise<SweepReport>;
export function sweep<S>(
  sandbox: Sandbox,
  scenario: SweepTasks<S>,
  check?: SweepCheck<SweepValues, S> | SweepOptions<SweepValues, S>,
): Promise<SweepReport>;
export async function sweep<T, S>(...given: Parameters<typeof performSweep<T, S>>): Promise<SweepReport> {
  // Loaded on demand: most programs never sweep.
  const { performSweep } = await import('./perform.ts');
  return performSweep(...given);
}
