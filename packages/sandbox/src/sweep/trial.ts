import type { OperationName } from '@mailrig/contract';
import { Sandbox } from '../control/sandbox/sandbox.ts';
import { effectsBetween } from './effects.ts';
import type { Ended, Plan, Stuck, Trial } from './plan.ts';
import { ruleOf, type SweptRequest } from './strike.ts';
import type { Scenario } from './scenario.ts';
import type { Step } from './steps.ts';

/** How the tasks of a run get their turns: in real or in virtual time. */
export interface Pace {
  /** Runs the tasks to their end, unless they are stuck. */
  run(tasks: Tasks): Promise<Stuck | undefined>;
  /** Runs something else, for example a check, in the same time. */
  alone<R>(work: () => R | PromiseLike<R>): Promise<Ended<R>>;
  /** What passed, in order. */
  readonly steps: readonly Step[];
  readonly overlap: readonly [string, string] | undefined;
}

/** The tasks of one run. */
export interface Tasks {
  readonly names: readonly string[];
  /** Starts a task with a sandbox of its own. Resolves when it has ended, well or not. */
  start(name: string, fork: Sandbox): Promise<void>;
  /** Forgets how they ended: they start again. */
  clear(): void;
}

/** Runs a scenario once, on a fresh fork, as a plan says. */
export async function tryPlan<T>(
  start: Sandbox,
  scenario: Scenario<T>,
  options: {
    readonly plan: Plan;
    readonly repeat: boolean;
    readonly paceOf: (fork: Sandbox, plan: Plan) => Pace;
  },
): Promise<Trial<T>> {
  const { plan } = options;
  const fork = start.fork();
  if (plan.wire !== undefined) fork.setWire(plan.wire);
  if (plan.strike) fork.faults.add(ruleOf(plan.strike));
  if (plan.isOther) Sandbox.storeOf(fork).random.next();
  const pace = options.paceOf(fork, plan);
  const state = await setUp(scenario, pace);
  const before = fork.snapshot();
  const { requests, stop } = requestsOf(fork);
  const [values, failures] = [new Map<string, unknown>(), new Map<string, unknown>()];
  let life = 0;
  const tasks: Tasks = {
    names: plan.inTurn ?? scenario.names,
    start: async (name, door) => {
      const mine = life;
      const ended = await endOf(() => scenario.run(name, door, state));
      if (mine !== life) return;
      if (ended.ok) values.set(name, ended.value);
      else failures.set(name, ended.error);
    },
    clear: () => {
      life += 1;
      values.clear();
      failures.clear();
    },
  };
  let stuck = await pace.run(tasks);
  const isRepeated = options.repeat && !stuck && failures.size > 0;
  if (isRepeated) {
    tasks.clear();
    stuck = await pace.run(tasks);
  }
  // What the tasks do from now on counts no more.
  life += 1;
  stop();
  const end = fork.snapshot();
  return {
    plan,
    fork,
    state,
    value: scenario.valueOf(values),
    stuck,
    failures,
    effects: effectsBetween(before, end, Sandbox.storeOf(fork)),
    end,
    requests,
    steps: pace.steps,
    isRepeated,
    overlap: pace.overlap,
    alone: (work) => pace.alone(work),
  };
}

async function setUp({ setup }: Scenario<unknown>, pace: Pace): Promise<unknown> {
  if (!setup) return undefined;
  const made = await pace.alone(setup);
  if (made.ok) return made.value;
  const { error: cause } = made;
  throw new Error(`setup fails: ${messageOf(cause)}. It has to work in each run, without the service`, {
    cause,
  });
}

/** Collects the requests that can meet a fault of the sweep. */
function requestsOf(fork: Sandbox): { readonly requests: SweptRequest[]; readonly stop: () => void } {
  const requests: SweptRequest[] = [];
  const stop = fork.requests.subscribe(({ operation, fault }) => {
    // A request that was refused for its key, or that met another fault, cannot meet one of the sweep.
    if (operation === undefined || fault !== undefined) return;
    const number = requests.filter((other) => other.operation === operation).length + 1;
    // The journal names operations of the table only.
    requests.push({ operation: operation as OperationName, number });
  });
  return { requests, stop };
}

export async function endOf<R>(work: () => R | PromiseLike<R>): Promise<Ended<R>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
