import type { OperationName } from '@mailrig/contract';
import { within } from '../service/kernel/timers.ts';
import { Sandbox } from '../control/sandbox/sandbox.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { type Effects, effectsBetween } from './effects.ts';
import { phasesOf, type SweepFault, sweepFaults } from './faults.ts';
import { type Invariant, invariants } from './invariants.ts';
import {
  checkOptions,
  type SweepCheck,
  type SweepOptions,
  type SweepOutcome,
  type SweepScenario,
} from './options.ts';
import { type Breach, requestName, SweepReport } from './report.ts';
import { ruleOf, type Strike, type SweptRequest } from './reproduction.ts';
import { type SweptWire, sweptWires } from './wires.ts';

/**
 * Runs a scenario once for each of its requests, each fault, each phase and each choice of wire options, every
 * time on a fresh fork, and reports what did not hold: emails that were sent twice or lost, credits that were
 * charged twice, and so on.
 *
 * A run in which the scenario fails is fine in itself: some faults cannot be survived. The sandbox stays as it is.
 *
 * @param check Your own invariant, or options.
 * @throws Error if the scenario makes no request, or fails or does something different without a fault, or
 *   needs more runs than the limit.
 */
export async function sweep<T>(
  sandbox: Sandbox,
  run: SweepScenario<T>,
  check: SweepCheck<T> | SweepOptions<T> = {},
): Promise<SweepReport> {
  const options = typeof check === 'function' ? { check } : check;
  checkOptions(options);
  return new Sweep(sandbox, run, options).report();
}

/** One run of the scenario on its fork. */
interface Run<T> {
  readonly fork: Sandbox;
  /** `undefined` if it did not end in time. */
  readonly outcome: Ended<T> | undefined;
  readonly effects: Effects;
  readonly requests: readonly SweptRequest[];
  readonly isRepeated: boolean;
}

type Ended<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** The scenario without a fault, under the wire options of the sandbox. */
interface Standard<T> {
  readonly fork: Sandbox;
  readonly value: T;
  readonly baseline: Baseline;
}

/**
 * Runs the scenario without a fault, to learn its requests and effects, then once with each fault on each request,
 * under each choice of wire options. Each run has its own fork, and what must hold is checked after it.
 */
class Sweep<T> {
  /** Every run starts from a fork of it. */
  readonly #start: Sandbox;
  readonly #run: SweepScenario<T>;
  readonly #options: SweepOptions<T>;
  readonly #timeout: number;

  constructor(sandbox: Sandbox, run: SweepScenario<T>, options: SweepOptions<T>) {
    this.#start = sandbox.fork();
    this.#run = run;
    this.#options = options;
    this.#timeout = options.timeout ?? 10_000;
  }

  async report(): Promise<SweepReport> {
    const { faults = sweepFaults, wire, limit = 1_000, concurrency = 50 } = this.#options;
    const standard = await this.#standard();
    const withoutFault: Breach[] = [];
    const cases: { readonly wire: SweptWire; readonly strike: Strike }[] = [];
    const swept = new Map<string, SweptRequest>();
    for (const choice of sweptWires(this.#start.wire, wire)) {
      const dry = await this.#try(choice);
      const broken = await this.#judge(dry, standard, choice);
      withoutFault.push(...broken);
      // Every fault would show the same break again.
      if (broken.length > 0) continue;
      for (const request of this.#chosen(dry.requests)) {
        swept.set(requestName(request), request);
        for (const strike of strikes(request, faults)) cases.push({ wire: choice, strike });
      }
    }
    if (cases.length === 0 && withoutFault.length === 0) throw nothingSwept(this.#options.operations);
    if (cases.length > limit) throw tooMany(cases.length, swept.size, limit);
    const counts = { runs: cases.length, succeeded: 0, failed: 0 };
    const judged = await inParallel(cases, concurrency, async ({ wire: choice, strike }) => {
      const tried = await this.#try(choice, strike);
      counts[tried.outcome?.ok ? 'succeeded' : 'failed'] += 1;
      return this.#judge(tried, standard, choice, strike);
    });
    return new SweepReport([...swept.values()], counts, [...withoutFault, ...judged.flat()]);
  }

  /** Runs the scenario twice without a fault: what differs between the two is no effect of a fault. */
  async #standard(): Promise<Standard<T>> {
    const first = await this.#unharmed();
    // Times in the content of an email have milliseconds: the second run must have others.
    await within(5, new Promise(() => {}));
    const second = await this.#unharmed(otherIds);
    const { fork, value } = first;
    const wrong = await this.#checked(fork, { ok: true, value, baseline: { fork, value } });
    if (wrong !== undefined) throw new Error(`The check fails without any fault: ${wrong}`);
    return { fork, value, baseline: baselineOf(first.effects, second.effects) };
  }

  async #unharmed(prepare?: (fork: Sandbox) => void) {
    const dry = await this.#try(undefined, undefined, prepare);
    const { outcome } = dry;
    if (!outcome) throw new Error(`The scenario is ${stillRunning(this.#timeout)} without any fault`);
    if (outcome.ok) return { ...dry, value: outcome.value };
    const { error } = outcome;
    throw new Error(`The scenario fails without any fault: ${messageOf(error)}`, { cause: error });
  }

  /** Runs the scenario on a fresh fork. */
  async #try(wire?: SweptWire, strike?: Strike, prepare?: (fork: Sandbox) => void): Promise<Run<T>> {
    const fork = this.#start.fork();
    if (wire?.choice !== undefined) fork.setWire(wire.choice);
    if (strike) fork.faults.add(ruleOf(strike));
    prepare?.(fork);
    const before = fork.snapshot();
    const requests: SweptRequest[] = [];
    const stop = fork.requests.subscribe(({ operation, fault }) => {
      // A request that was refused for its key, or that met another fault, cannot meet one of the sweep.
      if (operation === undefined || fault !== undefined) return;
      const number = requests.filter((other) => other.operation === operation).length + 1;
      // The journal names operations of the table only.
      requests.push({ operation: operation as OperationName, number });
    });
    let outcome = await this.#ended(fork);
    const isRepeated = this.#options.repeat === true && outcome?.ok === false;
    if (isRepeated) outcome = await this.#ended(fork);
    stop();
    const effects = effectsBetween(before, fork.snapshot(), Sandbox.storeOf(fork));
    return { fork, outcome, effects, requests, isRepeated };
  }

  async #ended(fork: Sandbox): Promise<Ended<T> | undefined> {
    try {
      const ended = await within(this.#timeout, Promise.resolve(fork).then(this.#run));
      return ended && { ok: true, value: ended.value };
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** What did not hold in a run. */
  async #judge(tried: Run<T>, standard: Standard<T>, wire: SweptWire, strike?: Strike): Promise<Breach[]> {
    const { fork, outcome, effects, isRepeated } = tried;
    const found = (invariant: Invariant, message: string): Breach => ({
      wire,
      strike,
      invariant,
      message,
      isRepeated,
    });
    if (!outcome) return [found('ends', `The scenario is ${stillRunning(this.#timeout)}.`)];
    if (!strike && !outcome.ok) return [found('succeeds', `The scenario fails: ${messageOf(outcome.error)}`)];
    const evidence = { effects, baseline: standard.baseline, ok: outcome.ok, problems: fork.check() };
    const broken = Object.entries(invariants).flatMap(([name, holds]) => {
      const message = holds(evidence);
      return message === undefined ? [] : [found(name as Invariant, message)];
    });
    const baseline = { fork: standard.fork, value: standard.value };
    const own = await this.#checked(fork, { ...outcome, baseline });
    return own === undefined ? broken : [...broken, found('check', own)];
  }

  /** What the user's own check says is wrong. */
  async #checked(fork: Sandbox, outcome: SweepOutcome<T>): Promise<string | undefined> {
    try {
      return (await this.#options.check?.(fork, outcome)) || undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  #chosen(requests: readonly SweptRequest[]): readonly SweptRequest[] {
    const { operations } = this.#options;
    return operations ? requests.filter(({ operation }) => operations.includes(operation)) : requests;
  }
}

/** Makes the next ids differ from those of the first run, also ids in the content of an email. */
function otherIds(fork: Sandbox): void {
  Sandbox.storeOf(fork).random.next();
}

function strikes(request: SweptRequest, faults: readonly SweepFault[]): Strike[] {
  return faults.flatMap((fault) => phasesOf(fault).map((phase) => ({ request, fault, phase })));
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

function stillRunning(milliseconds: number): string {
  return `still running after ${milliseconds.toLocaleString('en')} ms`;
}

function nothingSwept(operations: SweepOptions['operations']): Error {
  return new Error(
    operations
      ? `Nothing was swept: the scenario makes no request of ${operations.join(', ')}`
      : 'Nothing was swept: the scenario makes no request to the fork that it is given. Use fork.fetch, fork.baseUrl and a key of the fork',
  );
}

function tooMany(runs: number, requests: number, limit: number): Error {
  const [needed, most] = [runs.toLocaleString('en'), limit.toLocaleString('en')];
  return new Error(
    `The scenario makes ${requests === 1 ? '1 request' : `${requests} requests`}, so the sweep needs ${needed} runs, more than its limit of ${most}. Choose fewer operations, faults or wire options, or raise the limit`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
