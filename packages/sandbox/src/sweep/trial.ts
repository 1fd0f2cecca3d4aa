import type { OperationName } from '@mailrig/contract';
import { messageOf } from '../control/control-error.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import { effectsBetween } from './effects.ts';
import type { Plan, Seen, Stuck, Trial } from './plan.ts';
import { ruleOf } from './faults.ts';
import type { Scenario } from './scenario.ts';

// A trial is one run of a scenario: a fresh fork is prepared as the plan says, `setup` makes the state of the app, the
// tasks run at their scheduler, and what changed in the fork meanwhile is what they did.

/** How the tasks of a trial get their turns: in real or in virtual time. */
export interface Scheduler extends Seen {
  /** Runs the tasks to their end, unless they are stuck. */
  run(tasks: Tasks): Promise<Stuck | undefined>;
  /** The state before tasks that had failed ran once more, if all others had ended by then. */
  readonly once?: Snapshot | undefined;
}

/** Runs a scenario once, on a fresh fork, as a plan says. */
export async function tryPlan(
  start: Sandbox,
  scenario: Scenario,
  plan: Plan,
  options: {
    /** Whether a task that fails runs once more. */
    readonly repeat: boolean;
    readonly schedulerOf: (fork: Sandbox) => Scheduler;
  },
): Promise<Trial> {
  const fork = forkFor(plan, start);
  const scheduler = options.schedulerOf(fork);
  const state = await setUp(scenario, scheduler);
  const before = fork.snapshot();
  const { requests, stop } = requestsOf(fork);
  const tasks = new Tasks(scenario, plan.inTurn ?? scenario.names, state, options.repeat);
  const stuck = await scheduler.run(tasks);
  tasks.end();
  stop();
  const end = fork.snapshot();
  const { values, failures, repeated } = tasks;
  const { steps, timers, printed, aside, once } = scheduler;
  const store = Sandbox.storeOf(fork);
  const effects = effectsBetween(before, end, store);
  const effectsOnce = once ? effectsBetween(before, once, store) : effects;
  const alone: Seen['alone'] = (work) => scheduler.alone(work);
  const value = scenario.valueOf(values);
  const arrived = end.requests.sequence - before.requests.sequence;
  const done = { value, stuck, failures, effects, effectsOnce, end, requests, arrived, repeated };
  return { plan, fork, state, ...done, steps, timers, printed, aside, alone };
}

function forkFor({ wire, injected, isOther }: Plan, start: Sandbox): Sandbox {
  const fork = start.fork();
  if (wire !== undefined) fork.setWire(wire);
  if (injected) fork.faults.add(ruleOf(injected));
  if (isOther) Sandbox.storeOf(fork).random.next();
  return fork;
}

async function setUp({ setup }: Scenario, scheduler: Scheduler): Promise<unknown> {
  if (!setup) return undefined;
  return scheduler.alone(setup).catch((cause: unknown) => {
    const message = `setup fails: ${messageOf(cause)}. It has to work in each run, without the service`;
    throw new Error(message, { cause });
  });
}

/** The tasks of a scenario with one state, and how they ended. If a task starts again, only its last start counts. */
export class Tasks {
  readonly names: readonly string[];
  readonly values = new Map<string, unknown>();
  /** Errors of those that have failed. */
  readonly failures = new Map<string, unknown>();
  /** Errors of those that failed and so ran once more. */
  readonly repeated = new Map<string, unknown>();
  readonly #scenario: Scenario;
  readonly #state: unknown;
  readonly #mayRepeat: boolean;
  /** Those that ran once more since the last crash. */
  readonly #again = new Set<string>();
  #launch = 0;

  constructor(scenario: Scenario, names: readonly string[], state: unknown, mayRepeat: boolean) {
    this.#scenario = scenario;
    this.names = names;
    this.#state = state;
    this.#mayRepeat = mayRepeat;
  }

  /** Starts a task with a sandbox of its own. Resolves when it has ended, well or not. */
  async start(name: string, own: Sandbox): Promise<void> {
    const launch = this.#launch;
    try {
      const value = await this.#scenario.run(name, own, this.#state);
      if (launch === this.#launch && !this.failures.has(name)) this.values.set(name, value);
    } catch (error) {
      if (launch === this.#launch) this.fail(name, error);
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
    this.#forget(names);
  }

  /** Of these, those that failed and run once more: none that did before. */
  repeat(names: readonly string[]): readonly string[] {
    const mayRepeat = (name: string) => this.failures.has(name) && !this.#again.has(name);
    const again = this.#mayRepeat ? names.filter(mayRepeat) : [];
    for (const name of again) {
      this.#again.add(name);
      this.repeated.set(name, this.failures.get(name));
    }
    this.#forget(again);
    return again;
  }

  /** Later work of the tasks is ignored. */
  end(): void {
    this.#launch += 1;
  }

  #forget(names: readonly string[]): void {
    for (const name of names) {
      this.values.delete(name);
      this.failures.delete(name);
    }
  }
}

/** Collects the requests that can meet a fault of the sweep. */
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
