import {
  type Comparison,
  comparisonOf,
  differenceBetween,
  isMixed,
  isMore,
  NotRepeatableError,
} from './comparison.ts';
import { type Case, lateStart } from './case.ts';
import type { Effect } from './effects.ts';
import { listed, type Scenario } from './scenario.ts';
import { pausesBefore } from './steps.ts';
import type { Runner, Trial } from './trial.ts';
import { messageOf } from '../control/control-error.ts';

const minute = 60_000;
/** The most pauses in which another task is started, over all orders of the tasks together. */
const mostPauses = 100;

/** What a scenario does when nothing goes wrong. */
export interface Baseline {
  readonly scenario: Scenario;
  readonly trial: Trial;
  /** The tasks one after the other, in every order in which they end; empty for a single task. */
  readonly serial: readonly Trial[];
  /** The run that a `check` compares with: the first of `serial` in which it holds; for a single task, its own. */
  readonly standard: Trial;
  /** Orders of the tasks in which they do not end one after the other, in words. */
  readonly endless: readonly string[];
  /** A start of each task in each pause of the others, by their names. */
  readonly lateStarts: ReadonlyMap<string, Case>;
  /** What is right: what `serial` did, each once; for a single task, what it did. */
  readonly outcomes: readonly (readonly Effect[])[];
  readonly comparison: Comparison;
  /** Lines of the user's code that make requests of several operations. */
  readonly helpers: Set<string>;
  /** The forms of effects after which every index and counter of the sandbox was right. */
  readonly consistent: Set<string>;
}

/** Runs a scenario without faults, each time twice. Throws if it fails, does not end, or cannot be repeated. */
export async function baselineOf(run: Runner, scenario: Scenario): Promise<Baseline> {
  const { names } = scenario;
  const trial = await run({});
  checkEnds(trial, scenario);
  if (scenario.isFunction) checkSucceeds([trial], 'run', 'The scenario');
  const pairs = [[trial, await variationOf(trial, run, scenario)]];
  const [whole, split, endless]: [Trial[], [Trial, number][], string[]] = [[], [], []];
  const lateStarts = new Map<string, Case>();
  // A task may wait for one that comes only after it.
  const mostTimers = trial.timers + 1_000;
  const orders = names.length > 1 ? permutations(names) : [];
  for (const inTurn of orders) {
    const ordered = await run({ inTurn, mostTimers });
    if (ordered.stuck) endless.push(`${inTurn.join(', then ')}: it ${ordered.stuck.what}`);
    else whole.push(ordered);
    const last = inTurn.at(-1) ?? '';
    const lengths = [...pausesBefore(last, ordered.steps).entries()];
    for (const [index, length] of lengths.slice(0, Math.ceil(mostPauses / orders.length))) {
      const late = lateStart(last, index + 1);
      lateStarts.set(late.token, late);
      const started = await run({ inTurn, pause: late.pause, mostTimers });
      if (!started.stuck) split.push([started, length]);
    }
  }
  for (const first of [...whole, ...split.map(([trial]) => trial)])
    pairs.push([first, await variationOf(first, run, scenario)]);
  const comparison = comparisonOf(pairs.map((pair) => pair.map(({ effects }) => effects)));
  // Work that another task takes over during a pause, because a lease has expired, is still done too often.
  const isRight = ([{ effects }, length]: readonly [Trial, number]) =>
    whole.length === 0 ||
    isMixed(effects, whole, comparison) ||
    (length >= minute && !isMore(effects, whole));
  const serial = [...whole, ...split.filter(isRight).map(([trial]) => trial)];
  // A task may rightly fail before or after another one. A task that never succeeds cannot be swept.
  for (const name of names) checkSucceeds([trial, ...serial], name, `The task ${name}`);
  const right = serial.length > 0 ? serial : [trial];
  const [standard = trial] = serial;
  const byForm = new Map(right.map(({ effects }) => [comparison.formOf(effects), effects]));
  const outcomes = [...byForm.values()];
  const [helpers, consistent] = [new Set<string>(), new Set<string>()];
  const tried = { trial, serial, standard, endless, lateStarts };
  return { ...tried, scenario, outcomes, comparison, helpers, consistent };
}

/** The same run with other ids, times and random numbers. Throws if the run cannot be repeated with the same ones. */
async function variationOf(first: Trial, run: Runner, scenario: Scenario): Promise<Trial> {
  const variation = await run({ ...first.case, isVaried: true });
  checkEnds(variation, scenario);
  if (differenceBetween(first, variation) === undefined) return variation;
  const again = await run(first.case);
  const difference = differenceBetween(first, again);
  if (difference === undefined) return variation;
  const isFirstAlone = differenceBetween(variation, again) === undefined;
  throw new NotRepeatableError(difference, isFirstAlone ? firstAlone : undefined);
}

/** Whether a run ended, and no task failed in it that does not also fail in one of the usual runs. */
export function isSuccess({ stuck, failures }: Trial, ...usual: readonly Trial[]): boolean {
  return !stuck && usual.some((trial) => [...failures.keys()].every((name) => trial.failures.has(name)));
}

/** The subject of a sentence about an end, for example `The scenario`. */
export const subjectOf = ({ isFunction, subject, names }: Scenario): string =>
  isFunction ? subject : `A run of ${listed(names)}`;

function checkEnds({ stuck }: Trial, scenario: Scenario): void {
  if (stuck) throw new Error(`${subjectOf(scenario)} ${stuck.what} without any fault${stuck.why}`);
}

function checkSucceeds(trials: readonly [Trial, ...Trial[]], name: string, subject: string): void {
  if (trials.some(({ failures }) => !failures.has(name))) return;
  const [{ repeated, failures, arrived }] = trials;
  // The second run may fail because of what the first one left. An error of fetch has a cause; a mistake in code has none.
  const cause = repeated.get(name) ?? failures.get(name);
  const isOfFetch = arrived === 0 && cause instanceof Error && cause.cause !== undefined;
  const hint = isOfFetch ? realAddress : '';
  throw new Error(`${subject} fails without any fault: ${messageOf(cause)}${hint}`, { cause });
}

const realAddress =
  '. No request came to the fork: your code may have used a real address instead of fork.fetch, or fork.baseUrl';

const firstAlone =
  'The runs after the first did the same, so it may have left something behind: make the state of your app in setup, and not outside of it';

function permutations(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((first) =>
    permutations(names.filter((name) => name !== first)).map((others) => [first, ...others]),
  );
}
