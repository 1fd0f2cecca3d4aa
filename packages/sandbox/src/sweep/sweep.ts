import type { Sandbox } from '../control/sandbox/sandbox.ts';
import { crashStrategy } from './crash-strategy.ts';
import { faultStrategy } from './fault-strategy.ts';
import { Findings, type OnCase } from './findings.ts';
import { complaintOf } from './judge.ts';
import {
  checkSweep,
  type SweepCheck,
  type SweepOptions,
  type SweepScenario,
  type SweepTasks,
  type SweepValues,
} from './options.ts';
import { foreignReplay, orderStrategy } from './order-strategy.ts';
import { type Peace, peaceOf } from './peace.ts';
import type { Runner } from './plan.ts';
import type { SweepReport } from './report.ts';
import { withRunner } from './runner.ts';
import { type Scenario, scenarioFrom } from './scenario.ts';
import type { Strategy } from './strategy.ts';
import { sweptWires } from './wires.ts';

/**
 * Runs a scenario again and again, each time on a fresh fork with one thing that goes wrong, and reports what did not
 * hold: emails that were sent twice or lost, credits that were charged twice, and so on.
 *
 * - Faults: each fault on each request, under each choice of wire options.
 * - Orders: the orders in which requests and answers of several tasks can pass.
 * - Crashes: all tasks stop when a request arrives or an answer leaves, and start again.
 *
 * A run in which the scenario fails is fine in itself: some faults cannot be survived. The sandbox stays as it is.
 * While a sweep runs in virtual time, the timers of this process are faked.
 *
 * @param check Your own invariant, or options.
 * @throws Error if the scenario makes no request, or fails or does something different without a fault, or
 *   needs more runs than the limit.
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
export async function sweep<T, S>(
  sandbox: Sandbox,
  given: SweepScenario<T> | SweepTasks<S>,
  check: SweepCheck<T, S> | SweepOptions<T, S> = {},
): Promise<SweepReport> {
  const options: SweepOptions<T, S> = typeof check === 'function' ? { check } : check;
  const scenario = scenarioFrom<T>(given as SweepScenario<T> | SweepTasks<never>);
  checkSweep(scenario.names, options);
  return withRunner(sandbox, scenario, options, (run) => sweepBy(run, { sandbox, scenario, options }));
}

/** What to sweep, however it runs. */
interface Sweeping<T> {
  readonly sandbox: Sandbox;
  readonly scenario: Scenario<T>;
  readonly options: SweepOptions<T, never>;
  readonly onCase?: OnCase<T>;
}

/** Sweeps with any runner. */
export async function sweepBy<T>(run: Runner<T>, sweeping: Sweeping<T>): Promise<SweepReport> {
  const { sandbox, scenario, options, onCase } = sweeping;
  const peace = await peaceOf(run, scenario);
  const complaint = await complaintOf(peace.serial[0] ?? peace.trial, peace, options.check);
  if (complaint !== undefined) throw new Error(`The check fails without any fault: ${complaint}`);
  const found = new Findings(peace, options, onCase);
  for (const strategy of strategiesOf(sandbox, peace, options)) await found.add(strategy, run);
  return found.report();
}

/** The strategies that the options ask for. */
function strategiesOf<T>(
  sandbox: Sandbox,
  peace: Peace<T>,
  options: SweepOptions<T, never>,
): readonly Strategy<T>[] {
  const { faults, orders = peace.serial.length > 0, crashes = false, replay, wire } = options;
  const all = [
    {
      isChosen: faults !== false,
      strategy: () => faultStrategy(peace, sweptWires(sandbox.wire, wire), options),
    },
    { isChosen: orders !== false, strategy: () => orderStrategy(peace, options) },
    { isChosen: crashes, strategy: () => crashStrategy<T>() },
  ] as const;
  const [ofFaults, ofOrders, ofCrashes] = all;
  if (replay === undefined) return all.filter(({ isChosen }) => isChosen).map(({ strategy }) => strategy());
  if (replay.startsWith('fault:')) return [ofFaults.strategy()];
  if (replay.startsWith('crash:')) return [ofCrashes.strategy()];
  if (!/^order:\d+(,\d+)*$/.test(replay)) {
    throw new Error(`There is no replay ${replay}: copy one from a report, for example order:0,1`);
  }
  if (peace.serial.length === 0) throw foreignReplay(replay, 'this one has only one task');
  return [ofOrders.strategy()];
}
