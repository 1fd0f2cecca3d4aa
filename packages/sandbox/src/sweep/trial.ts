import type { OperationName } from '@mailrig/contract';
import { messageOf } from '../control/control-error.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import type { Case } from './case.ts';
import { type Effect, effectsBetween } from './effects.ts';
import type { SweptRequest } from './faults.ts';
import type { Scenario } from './scenario.ts';
import type { Printed, Step } from './steps.ts';

/** Why a run did not end: `never ends`, and the reason behind a colon. */
export interface Stuck {
  readonly what: string;
  readonly why: string;
  /** Whether it waits for something in memory that a crash in process has left, which a real crash would have ended. */
  readonly isAfterCrash?: boolean;
  /** Whether it took all the real time that a run may take. */
  readonly isSlow?: boolean;
}

interface Recorded {
  /** What passed, in order; empty in real time. */
  readonly steps: readonly Step[];
  /** How many timers fired; 0 in real time. */
  readonly timers: number;
  /** The changes of files and databases by the tasks, and the request before each; empty in real time. */
  readonly changes: readonly { readonly name: string; readonly after: string | undefined }[];
  /** What a program printed; absent if the scenario is code of this process. */
  readonly printed?: readonly Printed[] | undefined;
  /** The locations of the service that checks read since; empty in real time. */
  readonly readByChecks: ReadonlySet<string>;
  /** Runs something else, for example a check, in the same time. Throws what it throws, or that it does not end. */
  readonly alone: <R>(work: () => R | PromiseLike<R>) => Promise<R>;
}

/** Runs the tasks of a trial in real or in virtual time. */
export interface Scheduler extends Recorded {
  run(tasks: Tasks): Promise<Stuck | undefined>;
  /** The state before tasks that had failed ran once more, if all others had ended by then. */
  readonly once?: Snapshot | undefined;
}

/** What happened in one run. */
export interface Trial extends Recorded, Pick<Tasks, 'failures' | 'repeated'> {
  readonly case: Case;
  readonly fork: Sandbox;
  readonly state: unknown;
  /** What the function returned; of several tasks, what those returned that succeeded. */
  readonly value: unknown;
  readonly stuck: Stuck | undefined;
  readonly effects: readonly Effect[];
  /** The effects before tasks that had failed ran once more. */
  readonly effectsOnce: readonly Effect[];
  readonly end: Snapshot;
  /** Those that can meet a fault of the sweep, each with the code of the error if the service refused it. */
  readonly requests: readonly (SweptRequest & { readonly code?: string | undefined })[];
  readonly arrived: number;
}

export type Runner = (one: Case) => Promise<Trial>;

/** Runs a scenario once, on a fresh fork, with what goes wrong in a case. */
export async function tryCase(
  start: Sandbox,
  scenario: Scenario,
  one: Case,
  repeat: boolean,
  schedulerOf: (fork: Sandbox) => Scheduler,
): Promise<Trial> {
  const fork = start.fork();
  if (one.wire?.input !== undefined) fork.setWire(one.wire.input);
  if (one.rule) fork.faults.add(one.rule);
  const store = Sandbox.storeOf(fork);
  if (one.isVaried) store.random.next();
  const scheduler = schedulerOf(fork);
  const state = scenario.setup && (await scheduler.alone(scenario.setup).catch(setupFails));
  const before = fork.snapshot();
  const { requests, stop } = requestsOf(fork);
  const tasks = new Tasks(scenario, one.inTurn ?? scenario.names, state, repeat);
  const stuck = await scheduler.run(tasks);
  tasks.end();
  stop();
  const end = fork.snapshot();
  const { failures, repeated } = tasks;
  const value = scenario.valueOf(tasks.values);
  const arrived = end.requests.sequence - before.requests.sequence;
  const done = { case: one, fork, state, value, stuck, failures, repeated, requests, arrived, end };
  const { steps, timers, changes, printed, readByChecks, once } = scheduler;
  const effects = effectsBetween(before, end, store);
  const effectsOnce = once ? effectsBetween(before, once, store) : effects;
  const alone: Recorded['alone'] = (work) => scheduler.alone(work);
  return { ...done, effects, effectsOnce, steps, timers, changes, printed, readByChecks, alone };
}

/** The tasks of a scenario with one state, and how they ended. If a task starts again, only its last start counts. */
export class Tasks {
  readonly names: readonly string[];
  readonly values = new Map<string, unknown>();
  readonly failures = new Map<string, unknown>();
  /** Errors of those that failed and so ran once more. */
  readonly repeated = new Map<string, unknown>();
  readonly #scenario: Scenario;
  readonly #state: unknown;
  readonly #mayRepeat: boolean;
  /** Those that ran once more since the last crash. */
  readonly #again = new Set<string>();
  #epoch = 0;

  constructor(scenario: Scenario, names: readonly string[], state: unknown, mayRepeat: boolean) {
    this.#scenario = scenario;
    this.names = names;
    this.#state = state;
    this.#mayRepeat = mayRepeat;
  }

  async start(name: string, taskSandbox: Sandbox): Promise<void> {
    const epoch = this.#epoch;
    try {
      const value = await this.#scenario.run(name, taskSandbox, this.#state);
      if (epoch === this.#epoch && !this.failures.has(name)) this.values.set(name, value);
    } catch (error) {
      if (epoch === this.#epoch) this.fail(name, error);
    }
  }

  /** Makes an error that nothing caught the end of a task; of the first, if it is not known which one made it. */
  fail(name = this.names[0] ?? '', error: unknown): void {
    this.values.delete(name);
    if (!this.failures.has(name)) this.failures.set(name, error);
  }

  /** All tasks stop, and these will start again. What the tasks still do is ignored. */
  crash(names: readonly string[]): void {
    this.end();
    this.#again.clear();
    for (const name of names) for (const ends of [this.values, this.failures]) ends.delete(name);
  }

  /** Of these, those that failed and run once more: none that did before. */
  repeat(names: readonly string[]): readonly string[] {
    const mayRepeat = (name: string) => this.failures.has(name) && !this.#again.has(name);
    const again = this.#mayRepeat ? names.filter(mayRepeat) : [];
    for (const name of again) {
      this.#again.add(name);
      this.repeated.set(name, this.failures.get(name));
      this.failures.delete(name);
    }
    return again;
  }

  end(): void {
    this.#epoch += 1;
  }
}

function setupFails(cause: unknown): never {
  const message = `setup fails: ${messageOf(cause)}. It has to work in each run, without the service`;
  throw new Error(message, { cause });
}

function requestsOf(fork: Sandbox): Pick<Trial, 'requests'> & { readonly stop: () => void } {
  const requests: Trial['requests'][number][] = [];
  const stop = fork.requests.subscribe(({ operation, fault, code }) => {
    // A request that was refused for its key, or that met another fault, cannot meet one of the sweep.
    if (operation === undefined || fault !== undefined) return;
    const number = requests.filter((other) => other.operation === operation).length + 1;
    // The request log names operations of the table only.
    requests.push({ operation: operation as OperationName, number, code });
  });
  return { requests, stop };
}
