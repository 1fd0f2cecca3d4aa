import type { Case } from './case.ts';
import { judge } from './judge.ts';
import { recordingOf } from '../control/sandbox/recording.ts';
import { Sandbox } from '../control/sandbox/sandbox.ts';
import { scheduleOf } from './lanes.ts';
import type { SweepOptions } from './options.ts';
import type { Invariant } from './invariants.ts';
import { foreignReplay } from './order-strategy.ts';
import { isSuccess, type Peace } from './peace.ts';
import type { Runner } from './plan.ts';
import { type Breach, SweepReport, type Tally, titleOf } from './report.ts';
import { type BrokenRun, checkRepeats, type Judged, type Strategy } from './strategy.ts';
import { requestName } from './strike.ts';

/** Hears of each case once it is judged, and how many follow in its round. */
export type OnCase<T> = (judged: Judged<T>, left: number) => void;

/** Runs strategies and collects what did not hold. */
export class Findings<T> {
  readonly #peace: Peace<T>;
  readonly #options: SweepOptions<T, never>;
  readonly #onCase: OnCase<T> | undefined;
  readonly #tallies: Tally[] = [];
  readonly #breaches: Breach[] = [];
  /** The first run that broke each invariant. */
  readonly #broken = new Map<Invariant, BrokenRun>();
  readonly #requests = new Set<string>();
  readonly #notes = new Set<string>();
  /** What was seen twice, by strategy and invariant. */
  readonly #confirmed = new Set<string>();

  constructor(peace: Peace<T>, options: SweepOptions<T, never>, onCase?: OnCase<T>) {
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

  report(): SweepReport {
    return new SweepReport({
      scenario: this.#peace.scenario,
      tallies: this.#tallies,
      breaches: this.#breaches,
      requests: [...this.#requests],
      notes: [...this.#notes],
      record: (broken) => {
        const { end, schedule } = this.#broken.get(broken.invariant) ?? {};
        const data = { ...broken, title: titleOf(broken), ...(schedule && { schedule }) };
        const { fork } = this.#peace.trial;
        const state = end ?? fork.snapshot();
        return recordingOf(Sandbox.storeOf(fork), { type: 'sweep.broken', data }, state);
      },
    });
  }

  /** Runs and judges a case. */
  async #try(strategy: Strategy<T>, one: Case, run: Runner<T>): Promise<Judged<T>> {
    const trial = await run(one.plan);
    const verdicts = await judge(trial, this.#peace, strategy.rules, this.#options.check);
    for (const { invariant } of strategy.isExact ? verdicts : []) {
      const name = `${strategy.name} ${invariant}`;
      if (this.#confirmed.has(name)) continue;
      this.#confirmed.add(name);
      checkRepeats(trial, await run(one.plan), this.#peace);
    }
    const schedule = verdicts.length > 0 && trial.steps.length > 0 && scheduleOf(trial.steps, this.#peace);
    const broken = verdicts.length > 0 && { end: trial.end, ...(schedule && { schedule }) };
    // Each holds states of the fork, and there may be a thousand runs.
    for (const { call } of trial.steps) delete call?.effects;
    const { plan, stuck, failures, effects, requests, steps, isRepeated, overlap } = trial;
    const kept = { plan, stuck, failures, effects, requests, steps, isRepeated, overlap };
    return { case: one, trial: kept, verdicts, ...(broken && { broken }) };
  }

  #count({ case: one, trial, verdicts, broken }: Judged<T>, tally: Tally): void {
    const { strategy } = tally;
    const { scenario, trial: inPeace } = this.#peace;
    for (const verdict of verdicts) {
      const { isRepeated } = trial;
      this.#breaches.push({ ...verdict, strategy, case: one, isRepeated, schedule: broken?.schedule });
      if (broken && !this.#broken.has(verdict.invariant)) this.#broken.set(verdict.invariant, broken);
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
