import { callback, namesIn, type Rows, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { invalid } from '../control/control-error.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { type SweepScenario, sweepRows, type SweepTask, type SweepTasks } from './options.ts';

/** A scenario in its general form: a function is one task. */
export interface Scenario {
  readonly names: readonly string[];
  readonly isFunction: boolean;
  /** Its name in the report. */
  readonly subject: string;
  /** The line for a terminal that runs one case again; absent if code does. */
  readonly replayLine?: (token: string) => string;
  /** Whether the report shows what the program printed. */
  readonly isVerbose?: boolean;
  readonly setup: (() => unknown) | undefined;
  run(name: string, fork: Sandbox, state: unknown): Promise<unknown>;
  valueOf(values: ReadonlyMap<string, unknown>): unknown;
}

/** @throws ControlError if it has no tasks. */
export function scenarioFrom(input: SweepScenario<unknown> | SweepTasks<never>): Scenario {
  const isFunction = typeof input === 'function';
  if (!isFunction && (typeof input !== 'object' || input === null)) {
    throw invalid('scenario', 'must be a function of the fork, or { tasks }');
  }
  if (!isFunction) checkTasks(input);
  const byName = (isFunction ? { run: input } : input.tasks) as Readonly<Record<string, SweepTask<unknown>>>;
  return {
    names: Object.keys(byName),
    isFunction,
    subject: 'The scenario',
    setup: isFunction ? undefined : input.setup,
    run: async (name, fork, state) => byName[name]?.(fork, state),
    valueOf: (values) => (isFunction ? values.get('run') : Object.fromEntries(values)),
  };
}

const tasksRows = z.object({
  setup: z.optional(callback<NonNullable<SweepTasks<never>['setup']>>()),
  tasks: z.custom<SweepTasks<never>['tasks']>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: 'must be functions by name: { tasks: { first: (fork) => …, second: (fork) => … } }' },
  ),
} satisfies Rows<SweepTasks<never>>);

function checkTasks(input: SweepTasks<never>): void {
  const wrong = wrongOption(tasksRows, input);
  if (wrong) {
    const { field, message } = wrong;
    const isOption = namesIn(sweepRows).includes(field);
    throw invalid(field, isOption ? `is an option: sweep(sandbox, { tasks }, { ${field} })` : message);
  }
  for (const [name, task] of Object.entries(input.tasks)) {
    if (typeof task !== 'function') throw invalid(`tasks.${name}`, 'must be a function of the fork');
  }
}

/** For example `worker 1 and worker 2`. */
export const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);
