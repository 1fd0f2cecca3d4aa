import { markAs } from '../control/copies.ts';
import { type FaultPhase, requestName } from './faults.ts';
import { type Invariant, invariantNames } from './invariants.ts';
import type { Verdict } from './judge.ts';
import { type Case, injectedName, orderToken } from './case.ts';
import { count, counted } from './counts.ts';
import { lanesText, printedText, type Schedule } from './lanes.ts';
import { reproductionOf } from './reproduction.ts';
import type { SweepWait } from './quiet.ts';
import { listed, type Scenario } from './scenario.ts';
import type { Strategy, SweepOrders, Tried } from './strategy.ts';

/** Something that must hold and did not. Breaks of one invariant by faults on one request are one break. */
export interface SweepBreak {
  /** The request that met the fault or the crash, for example `sendEmail #2`; absent if there was none. */
  readonly request?: string;
  /** Name of the simplest fault that breaks it, or `crash`; absent if there was none. */
  readonly fault?: string;
  /** When the fault met; absent if there was no fault. */
  readonly phase?: FaultPhase;
  /** The tasks whose order breaks it; absent if it is not their order. */
  readonly tasks?: readonly string[];
  /** The lines of your code that made the requests, for example `src/buy.ts:22`, by request; only those that are known. */
  readonly lines?: Readonly<Record<string, string>>;
  /** The wire options that break it; absent if the sandbox's own do. */
  readonly wire?: string;
  /** What did not hold. */
  readonly invariant: Invariant;
  /** What is wrong. */
  readonly message: string;
  /** Whether a task had failed and ran once more; absent if none did. */
  readonly isRepeated?: true;
  /** Orders and crashes only: what passed when, a line for each task. */
  readonly lanes?: string;
  /** Orders, crashes and whole programs only: the option `replay` that runs this case alone. */
  readonly replay?: string;
  /** Code that shows it, with the `sandbox` and the `run` or `scenario` that were given to the sweep. */
  readonly reproduction: string;
  /** The other faults on this request that break it, and under which wire options if not under these. */
  readonly also: readonly string[];
}

/** Where and how one run broke an invariant. */
export interface Breach extends Verdict {
  readonly strategy: Strategy<never>['name'];
  readonly case: Case;
  /** Whether it took a second run after the first had failed. */
  readonly isRepeated: boolean;
  /** What passed when. */
  readonly schedule: Schedule | undefined;
  /** The same in the normal order, if that is the other of two things that the program does. */
  readonly normal: Schedule | undefined;
}

/** The data of the event `sweep.broken`, the last of a recording. */
export interface SweepBroken extends SweepBreak {
  /** What went wrong, for example `sendEmail #1, crash after`. */
  readonly title: string;
  /** What passed when; absent in real time. */
  readonly schedule?: Schedule;
}

/** The runs of one strategy. */
export interface Tally {
  readonly strategy: Strategy<never>['name'];
  runs: number;
  succeeded: number;
  failed: number;
  /** Absent while it runs. */
  tried: Tried | undefined;
}

/** What a report is made of. */
export interface ReportFacts {
  readonly scenario: Scenario<unknown>;
  readonly tallies: readonly Tally[];
  readonly breaches: readonly Breach[];
  readonly requests: readonly string[];
  readonly waits: readonly SweepWait[];
  readonly notes: readonly string[];
  /** Whether tasks that failed ran once more. */
  readonly isRepeating: boolean;
  readonly record: (broken: SweepBreak) => Iterable<string>;
}

/** What a sweep found. As a string, it is a text for people. */
export class SweepReport {
  /** The requests that met faults, in their order, for example `sendEmail #1`. */
  readonly requests: readonly string[];
  /** Number of runs: in each, one thing went wrong. */
  readonly runs: number;
  /** Runs in which the scenario succeeded. */
  readonly succeeded: number;
  /** Runs in which it failed, which is no break in itself, or did not end. */
  readonly failed: number;
  /** Which orders were tried; absent if none were, or only one was run again. */
  readonly orders?: SweepOrders;
  /** What did not hold; empty if everything did. */
  readonly broken: readonly SweepBreak[];
  /** What the sweep does not say, in sentences; if something broke, only whether failed runs were repeated. */
  readonly notes: readonly string[];
  /** Real time that was spent on what does not keep virtual time; empty if there was none, or if all time was real. */
  readonly waits: readonly SweepWait[];
  readonly #summary: string;
  readonly #record: (broken: SweepBreak) => Iterable<string>;

  static {
    markAs('sweep report', this);
  }

  /** @internal */
  constructor(facts: ReportFacts) {
    const { scenario, tallies, breaches, requests, waits, record } = facts;
    const sum = (name: 'runs' | 'succeeded' | 'failed') =>
      tallies.reduce((total, tally) => total + tally[name], 0);
    this.requests = requests;
    this.waits = waits;
    this.runs = sum('runs');
    this.succeeded = sum('succeeded');
    this.failed = sum('failed');
    const tried = tallies.map((tally) => tally.tried);
    const conclusions = Object.assign({}, ...tried.map((one) => one?.conclusions)) as Conclusions;
    this.broken = breaksOf(breaches, scenario, conclusions);
    // They say how little a pass may mean.
    this.notes = this.broken.length > 0 ? [] : [...tried.flatMap((one) => one?.notes ?? []), ...facts.notes];
    if (this.failed > 0 && !facts.isRepeating) {
      this.notes = [
        ...this.notes,
        `${counted(this.failed, 'run')} failed, and no task ran again: see { repeat }.`,
      ];
    }
    const [orders] = tried.flatMap((one) => one?.orders ?? []);
    if (orders) this.orders = orders;
    this.#record = record;
    this.#summary = tallies
      .map(({ strategy, tried: one, runs, succeeded, failed }) => {
        const text = one?.text ?? `The first ${strategy}`;
        return runs === 0 ? `${text}.` : `${text}: ${succeeded} succeeded, ${failed} failed.`;
      })
      .join('\n');
  }

  /**
   * The first break as lines of JSON, for a file that `mailrig-sandbox open` shows: the state of the service at the
   * end of that run, its requests, and what passed when. No key is in it.
   *
   * @throws Error if nothing broke.
   */
  save(): Iterable<string> {
    const [first] = this.broken;
    if (!first) throw new Error('Nothing broke in this sweep, so there is nothing to save');
    return this.#record(first);
  }

  /** The breaks as text, each with the shortest code that shows it. */
  toString(): string {
    const { length } = this.broken;
    const breaks = length === 1 ? '1 break' : `${length} breaks`;
    const waits = this.waits.map(waitText);
    if (length === 0) {
      const held = this.#summary === '' ? 'Nothing was tried.' : `${this.#summary} Everything held.`;
      return [held, ...this.notes, ...waits].join('\n');
    }
    const parts = [`${this.#summary} ${breaks}:`, ...this.broken.map(breakText)];
    const rest = [...this.notes, ...waits];
    return [...parts, ...(rest.length > 0 ? [rest.join('\n')] : [])].join('\n\n');
  }
}

/** What sweeps that ended early had found, by the reason of their signal. */
export const foundUntil = new WeakMap<object, SweepReport>();

function waitText({ for: what, times, longest }: SweepWait): string {
  const often = times === 1 ? 'once' : `${count(times)} times`;
  return `Waited up to ${count(longest)} ms of real time for ${what}, ${often}.`;
}

type Conclusions = NonNullable<Tried['conclusions']>;

/** The same for breaches that are one break: those of one invariant by the same cause. */
export function groupOf(
  strategy: Tally['strategy'],
  { injected, wire, token }: Case,
  invariant: Invariant,
): string {
  // Without a fault, the wire options are the cause.
  const cause = injected ? requestName(injected.request) : token === undefined ? wire?.name : '';
  return JSON.stringify([strategy, cause, invariant]);
}

/** How many preemptions the order of a case has; 0 for other cases. */
export function preemptionsOf({ orders }: Case): number {
  return orders?.preemptions ?? 0;
}

/** Groups the breaches. The first of each group is the simplest: it comes first in a sweep, but for random orders. */
function breaksOf(
  breaches: readonly Breach[],
  scenario: Scenario<unknown>,
  conclusions: Conclusions,
): SweepBreak[] {
  const groups = Map.groupBy(breaches, (breach) => groupOf(breach.strategy, breach.case, breach.invariant));
  const breaks = [...groups.values()].flatMap((group) => {
    const [simplest, ...others] = group.toSorted((a, b) => preemptionsOf(a.case) - preemptionsOf(b.case));
    if (!simplest) return [];
    const { [simplest.invariant]: message = simplest.message } = conclusions;
    return [breakOf({ ...simplest, message }, others, scenario)];
  });
  return breaks.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ invariant }: SweepBreak): number {
  return invariantNames.indexOf(invariant);
}

function breakOf(breach: Breach, others: readonly Breach[], scenario: Scenario<unknown>): SweepBreak {
  const { invariant, message, schedule, strategy } = breach;
  const { wire, injected, token } = breach.case;
  const lines = linesIn([breach.normal, schedule]);
  const lanes = strategy === 'faults' ? undefined : lanesOf(breach, scenario);
  return {
    ...(injected && {
      request: requestName(injected.request),
      fault: injected.fault.name,
      phase: injected.phase,
    }),
    ...(strategy === 'orders' && { tasks: scenario.isFunction ? ['its requests'] : scenario.names }),
    ...(lines && { lines }),
    ...(wire?.choice !== undefined && { wire: wire.name }),
    invariant,
    message,
    ...(breach.isRepeated && { isRepeated: true as const }),
    ...(lanes !== undefined && { lanes }),
    ...(token !== undefined && (lanes !== undefined || scenario.replayLine) && { replay: token }),
    reproduction: reproductionOf(breach.case, scenario, breach.isRepeated),
    also: alsoBrokenBy(others, breach),
  };
}

/** What passed when; if the normal order does something else, in both orders. */
function lanesOf(
  { schedule, normal, invariant, case: { token } }: Breach,
  { isVerbose }: Scenario<unknown>,
): string | undefined {
  if (!schedule) return undefined;
  if (isVerbose && schedule.printed) return `${lanesText(schedule)}\n${printedText(schedule.printed)}`;
  if (!normal || invariant !== 'order-dependent') return lanesText(schedule);
  return [orderToken([]), indented(lanesText(normal), '  '), token, indented(lanesText(schedule), '  ')].join(
    '\n',
  );
}

/** The lines of the requests, by their names; `undefined` if none is known. */
function linesIn(schedules: readonly (Schedule | undefined)[]): Record<string, string> | undefined {
  const lanes = schedules.flatMap((schedule) => schedule?.lanes ?? []);
  const calls = lanes.flatMap((lane) => lane.calls).toSorted((a, b) => a.from - b.from);
  const known = calls.flatMap(({ name, line }) => (line === undefined ? [] : [[name, line] as const]));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The other faults, each once. Wire options are named only if those of the break do not break it. */
function alsoBrokenBy(others: readonly Breach[], breach: Breach): string[] {
  const { strategy, case: one } = breach;
  const { wire, injected } = one;
  if (strategy === 'orders') {
    const orders = [breach, ...others].reduce((sum, other) => sum + (other.case.orders?.count ?? 1), -1);
    return orders === 0 ? [] : [counted(orders, 'more order')];
  }
  const byName = Map.groupBy(others, (other) => other.case.injected && injectedName(other.case.injected));
  return [...byName].flatMap(([name, same]) => {
    if (name === undefined || (injected && name === injectedName(injected))) return [];
    const wires = new Set(same.map((finding) => finding.case.wire?.name));
    return wires.has(wire?.name) ? name : `${name} (wire ${[...wires].join(', ')})`;
  });
}

/** What went wrong, for example `worker 1 and worker 2`. */
export function titleOf({ request, fault, phase, wire, tasks }: SweepBreak): string {
  const met = request === undefined ? listed(tasks ?? ['no fault']) : `${request}, ${fault} ${phase}`;
  return wire === undefined ? met : `${met}, wire ${wire}`;
}

function breakText(broken: SweepBreak): string {
  const { invariant, message, isRepeated, lanes, request, lines = {}, reproduction, also } = broken;
  const { [request ?? '']: line } = lines;
  return [
    `✗ ${invariant}: ${titleOf(broken)}`,
    indented(message, '  '),
    ...(isRepeated ? [`  ${repeatedText}`] : []),
    ...(lanes === undefined ? [] : [indented(lanes, '    ')]),
    ...(lanes !== undefined
      ? linesText(lines)
      : line === undefined
        ? []
        : [`  ${request} is made at ${line}.`]),
    indented(reproduction, '    '),
    ...(also.length > 0 ? [`  Also: ${also.join('; ')}`] : []),
  ].join('\n');
}

const repeatedText = 'A task failed and ran once more, as a queue does; { repeat: false } leaves that out.';

/** A line of text for each line of code, with the requests that it made. */
function linesText(lines: Readonly<Record<string, string>>): string[] {
  const byLine = Map.groupBy(Object.entries(lines), ([, line]) => line);
  const width = Math.max(...[...byLine.keys()].map((line) => line.length));
  return [...byLine].map(
    ([line, made]) => `    ${line.padEnd(width)}  ${made.map(([name]) => name).join(', ')}`,
  );
}

function indented(text: string, by: string): string {
  return text.replaceAll(/^/gm, by);
}
