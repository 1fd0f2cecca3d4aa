import type { Sandbox } from '../control/sandbox/sandbox.ts';
import { crashStrategy } from './crash-strategy.ts';
import { faultStrategy } from './fault-strategy.ts';
import { complaintOf, judge, type Verdict } from './judge.ts';
import { lanesOf } from './lanes.ts';
import {
  checkOptions,
  type SweepCheck,
  type SweepOptions,
  type SweepScenario,
  type SweepTasks,
  type SweepValues,
} from './options.ts';
import { foreignReplay, orderStrategy } from './order-strategy.ts';
import { isSuccess, type Peace, peaceOf } from './peace.ts';
import type { Runner } from './plan.ts';
import { type Breach, SweepReport, type Tally } from './report.ts';
import { requestName } from './strike.ts';
import { withRunner } from './runner.ts';
import { type Scenario, scenarioFrom } from './scenario.ts';
import type { Case } from './case.ts';
import { checkRepeats, type Judged, type Strategy } from './strategy.ts';
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
  checkOptions(scenario.names, options);
  return withRunner(sandbox, scenario, options, (run) => sweepBy(run, { sandbox, scenario, options }));
}

/** What to sweep, however it runs. */
interface Sweeping<T> {
  readonly sandbox: Sandbox;
  readonly scenario: Scenario<T>;
  readonly options: SweepOptions<T, never>;
  /** Hears of each case once it is judged, and how many follow in its round. */
  readonly onCase?: (judged: Judged<T>, left: number) => void;
}

/** Sweeps with any runner. */
export async function sweepBy<T>(run: Runner<T>, sweeping: Sweeping<T>): Promise<SweepReport> {
  const { sandbox, scenario, options } = sweeping;
  const peace = await peaceOf(run, scenario);
  const complaint = await complaintOf(peace.serial[0] ?? peace.trial, peace, options.check);
  if (complaint !== undefined) throw new Error(`The check fails without any fault: ${complaint}`);
  const found = new Findings(peace, sweeping);
  for (const strategy of strategiesOf(sandbox, peace, options)) await found.add(strategy, run);
  return found.report(scenario);
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

/** Runs strategies and collects what did not hold. */
class Findings<T> {
  readonly #peace: Peace<T>;
  readonly #options: SweepOptions<T, never>;
  readonly #onCase: Sweeping<T>['onCase'];
  readonly #tallies: Tally[] = [];
  readonly #breaches: Breach[] = [];
  readonly #requests = new Set<string>();
  readonly #notes = new Set<string>();

  constructor(peace: Peace<T>, { options, onCase }: Sweeping<T>) {
    this.#peace = peace;
    this.#options = options;
    this.#onCase = onCase;
  }

  /** Runs all cases of a strategy, round by round. */
  async add(strategy: Strategy<T>, run: Runner<T>): Promise<void> {
    const { limit = 1_000, time, concurrency = 50, replay, operations } = this.#options;
    const tally: Tally = { strategy: strategy.name, runs: 0, succeeded: 0, failed: 0 };
    this.#tallies.push(tally);
    const broken = this.#breaches.length;
    let round = strategy.first(this.#peace);
    while (round.length > 0) {
      const chosen = round.filter(
        ({ token }) =>
          token === undefined || replay === undefined || token === replay || strategy.name === 'orders',
      );
      const counted = chosen.filter(({ token }) => token !== undefined).length;
      if (tally.runs + counted > limit) throw strategy.tooMany(tally.runs + counted, limit);
      let left = chosen.length;
      const judged = await inParallel(chosen, time === 'real' ? concurrency : 1, async (one) => {
        const result = await this.#try(strategy, one, run);
        left -= 1;
        this.#onCase?.(result, left);
        return result;
      });
      for (const one of judged) this.#count(one, tally);
      round = strategy.next(judged);
    }
    if (tally.runs > 0 || this.#breaches.length > broken) return;
    if (replay !== undefined) throw foreignReplay(replay, 'nothing here has this name');
    throw nothingSwept(operations);
  }

  report(scenario: Scenario<T>): SweepReport {
    return new SweepReport({
      scenario,
      tallies: this.#tallies,
      breaches: this.#breaches,
      requests: [...this.#requests],
      notes: [...this.#notes],
    });
  }

  /** Runs and judges a case. The state of its fork is no longer needed then. */
  async #try(strategy: Strategy<T>, one: Case, run: Runner<T>): Promise<Judged<T>> {
    const trial = await run(one.plan);
    const verdicts = await judge(trial, this.#peace, strategy.rules, this.#options.check);
    if (strategy.isExact && verdicts.some((verdict) => this.#isNew(strategy, verdict))) {
      checkRepeats(trial, await run(one.plan), this.#peace);
    }
    const { fork: _fork, state: _state, value: _value, alone: _alone, ...rest } = trial;
    return { case: one, trial: rest, verdicts };
  }

  #isNew({ name }: Strategy<T>, { invariant }: Verdict): boolean {
    return !this.#breaches.some((breach) => breach.strategy === name && breach.invariant === invariant);
  }

  #count({ case: one, trial, verdicts }: Judged<T>, tally: Tally): void {
    const { strategy } = tally;
    const { scenario, trial: inPeace } = this.#peace;
    for (const verdict of verdicts) {
      const lanes = strategy === 'faults' ? undefined : lanesOf(trial.steps, this.#peace);
      this.#breaches.push({ ...verdict, strategy, case: one, isRepeated: trial.isRepeated, lanes });
    }
    if (trial.overlap && scenario.isFunction && one.token === undefined) {
      this.#notes.add(
        `${trial.overlap.join(' and ')} are open at the same time: what breaks may be their order, and not the fault. Make them tasks of their own to try their orders.`,
      );
    }
    if (one.token === undefined) return;
    if (strategy === 'faults' && one.strike) this.#requests.add(requestName(one.strike.request));
    tally.runs += 1;
    tally[isSuccess(trial, inPeace) ? 'succeeded' : 'failed'] += 1;
  }
}

/** Does the work for each item, a few at a time; the results are in the order of the items. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

function nothingSwept(operations: SweepOptions['operations']): Error {
  return new Error(
    operations
      ? `Nothing was swept: the scenario makes no request of ${operations.join(', ')}`
      : 'Nothing was swept: the scenario makes no request to the fork that it is given. Use fork.fetch, fork.baseUrl and a key of the fork',
  );
}
