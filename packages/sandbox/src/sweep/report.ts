import { firstOf } from '@mailrig/contract/checking';
import { markAs } from '../control/copies.ts';
import { Sandbox } from '../control/sandbox.ts';
import { recordingOf } from '../control/sandbox/recording.ts';
import type { Store } from '../service/state/store.ts';
import type { Baseline } from './baseline.ts';
import { type Case, injectedName, orderToken } from './case.ts';
import { count, counted } from './counts.ts';
import type { FaultOrigin, FaultPhase } from './faults.ts';
import { type BrokenGroup, type Findings, startOf, type Tally } from './findings.ts';
import { type Invariant, invariantNames } from './comparison.ts';
import { conclusionOf } from './judge.ts';
import type { SweepWait } from './quiet.ts';
import { listed, type Scenario } from './scenario.ts';
import type { BrokenRun, Judged, SweepOrders } from './strategy.ts';
import { printedText, type Schedule, timelineText } from './timeline.ts';

/** Something that must hold and did not. Breaks of one invariant at one request, at one line, or with the same end, are one. */
export interface SweepBreak {
  /** The request that met the fault or the crash, for example `sendEmail #2`; absent if there was none. */
  readonly request?: string;
  /** Name of the simplest fault that breaks it, or `crash`; absent if there was none. */
  readonly fault?: string;
  /** When the fault met; absent if there was no fault. */
  readonly phase?: FaultPhase;
  /** Who gives the response of the fault: the service, by its `document`, or only a `proxy`. Absent if any may. */
  readonly origin?: FaultOrigin;
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
  /** The error of a task that failed in the end; absent if none did. */
  readonly error?: string;
  /** Orders and crashes only: what passed when, a line for each task. */
  readonly timeline?: string;
  /** Orders, crashes and whole programs only: the option `replay` that runs this case alone. */
  readonly replay?: string;
  /** Code that shows it, with the `sandbox` and the `run` or `scenario` that were given to the sweep. */
  readonly reproduction: string;
  /** The other faults that break it, also on other requests, and under which wire options if not under these. */
  readonly also: readonly string[];
}

/** The data of the event `sweep.broken`, the last of a recording. */
export interface SweepBroken extends SweepBreak {
  /** What went wrong, for example `sendEmail #1, crash after`. */
  readonly title: string;
  /** What passed when; absent in real time. */
  readonly schedule?: Schedule;
}

/** What a sweep found. As a string, it is a text for people. */
export class SweepReport {
  /** The requests that met faults, in their order, for example `sendEmail #1`. */
  readonly requests: readonly string[];
  /** Number of runs: in each, one thing went wrong. */
  readonly runs: number;
  /** Runs in which each task succeeded at once, or after the crash. */
  readonly succeeded: number;
  /** Runs in which a task that had failed succeeded when it ran once more. */
  readonly repeated: number;
  /** Runs in which a task failed, which is no break in itself, or did not end. */
  readonly failed: number;
  /** Which orders were tried; absent if none were, or only one was run again. */
  readonly orders?: SweepOrders;
  /** What did not hold; empty if everything did. */
  readonly broken: readonly SweepBreak[];
  /** The limits of the result, in sentences; if something broke, only what is unusual about the runs themselves. */
  readonly notes: readonly string[];
  /** Real time that was spent on what does not keep virtual time; empty if there was none, or if all time was real. */
  readonly waits: readonly SweepWait[];
  readonly #summary: string;
  readonly #held: string;
  readonly #store: Store;
  readonly #first: BrokenRun | undefined;

  static {
    markAs('sweep report', this);
  }

  /** @internal */
  constructor({ tallies, groups, judged }: Findings, baseline: Baseline, about: AboutSweep) {
    const met = judged.flatMap(({ case: one }) => (one.rule && one.met ? [one.met.request] : []));
    this.requests = [...new Set(met)];
    [this.runs, this.succeeded, this.repeated, this.failed] = endsOf(judged);
    this.#summary = tallies.flatMap(summaryOf).join('\n');
    const tried = tallies.flatMap((tally) => tally.tried ?? []);
    const [orders] = tried.flatMap((one) => one.orders ?? []);
    if (orders) this.orders = orders;
    const ranked = invariantNames
      .flatMap((name) => groups.filter(({ invariant }) => invariant === name))
      .toSorted((one, other) => Number(isOfProxy(one)) - Number(isOfProxy(other)));
    const hasLost = ranked.some(isLost);
    this.broken = ranked.map((group) => {
      const broken = breakOf(group, judged, baseline);
      if (!hasLost || !group.isDespiteKeys) return broken;
      return { ...broken, message: `${broken.message}\n${despiteKeys}` };
    });
    this.#first = ranked[0]?.shown.broken;
    this.#store = Sandbox.storeOf(baseline.trial.fork);
    const isPartial = judged.some(({ stuck }) => stuck?.isAfterCrash);
    this.#held = about.isReplay ? 'Nothing broke.' : `Everything ${isPartial ? 'else ' : ''}held.`;
    this.waits = about.waits;
    // The others qualify a pass.
    const ofPass = this.broken.length > 0 ? [] : [...tried.flatMap((one) => one.notes ?? []), ...about.notes];
    this.notes = [...ofPass, ...about.remarks];
  }

  /**
   * The first break as lines of JSON, for a file that `mailrig-sandbox open` shows: the state of the service at the
   * end of that run, its requests, and what passed when. No key is in it.
   *
   * @throws Error if nothing broke.
   */
  save(): Iterable<string> {
    const [[broken], run] = [this.broken, this.#first];
    if (!broken || !run) throw new Error('Nothing broke in this sweep, so there is nothing to save');
    const { end, schedule } = run;
    const data: SweepBroken = { ...broken, title: titleOf(broken), ...(schedule && { schedule }) };
    return recordingOf(this.#store, { type: 'sweep.broken', data }, end);
  }

  /** The breaks as text, each with the shortest code that shows it. */
  toString(): string {
    const { length } = this.broken;
    const notes = [...this.notes, ...this.waits.map(waitText)];
    if (length === 0) {
      const held = this.#summary === '' ? 'Nothing was tried.' : `${this.#summary} ${this.#held}`;
      return [held, ...notes].join('\n');
    }
    const breaks = [`${this.#summary} ${counted(length, 'break')}:`, ...this.broken.map(breakText)];
    return [...breaks, notes.join('\n')].join('\n\n').trimEnd();
  }
}

/** What else a report says: `notes` of a pass, and `remarks` on any result. */
export interface AboutSweep extends Pick<SweepReport, 'waits'> {
  readonly notes: readonly string[];
  readonly remarks: readonly string[];
  readonly isReplay: boolean;
}

/** The number of runs, and how many succeeded at once, succeeded the second time, and failed. Baselines do not count. */
function endsOf(judged: readonly Judged[]): [number, number, number, number] {
  const runs = judged.filter(({ case: { token } }) => token !== undefined);
  const ended = runs.filter(({ stuck, failures }) => !stuck && failures.size === 0);
  const succeeded = ended.filter((one) => one.repeated.size === 0).length;
  return [runs.length, succeeded, ended.length - succeeded, runs.length - ended.length];
}

function summaryOf({ strategy, judged, tried }: Tally): string[] {
  const [runs, succeeded, repeated, failed] = endsOf(judged);
  if (runs === 0) return tried ? [`${tried.text}.`] : [];
  const again = repeated > 0 ? ` at once, ${repeated} when a task ran once more` : '';
  return [`${tried?.text ?? `The first ${strategy}`}: ${succeeded} succeeded${again}, ${failed} failed.`];
}

/** What sweeps that ended early had found, by the reason of their signal. */
export const foundUntil = new WeakMap<object, string>();

function waitText({ for: what, times, longest }: SweepWait): string {
  const often = times === 1 ? 'once' : counted(times, 'time');
  return `Waited up to ${count(longest)} ms of real time for ${what}, ${often}.`;
}

function breakOf(group: BrokenGroup, judged: readonly Judged[], baseline: Baseline): SweepBreak {
  const { invariant, strategy, shown } = group;
  const { scenario } = baseline;
  const { case: one, broken } = shown;
  // The counts over all orders of one program show more than one order.
  const conclusion = invariant === 'order-dependent' ? conclusionOf(judged, baseline) : undefined;
  const isRepeated = shown.repeated.size > 0;
  const [error] = one.token === undefined ? [] : shown.failures.values();
  const token = conclusion?.replay ?? one.token;
  const lines = linesIn([broken?.normal, broken?.schedule]);
  const timeline = strategy === 'faults' ? undefined : timelineOf(group, scenario);
  const { near: _near, ...met } = one.met ?? {};
  return {
    ...met,
    ...(strategy === 'orders' && { tasks: scenario.isFunction ? ['its requests'] : scenario.names }),
    ...(lines.length > 0 && { lines: Object.fromEntries(lines) }),
    ...(one.wire?.input !== undefined && { wire: one.wire.name }),
    invariant,
    message: conclusion?.message ?? group.message,
    ...(isRepeated && { isRepeated }),
    ...(error !== undefined && { error: startOf(error) }),
    ...(timeline !== undefined && { timeline }),
    ...(token !== undefined && (timeline !== undefined || scenario.replayLine) && { replay: token }),
    reproduction: reproductionOf(one, token, scenario, isRepeated),
    // The conclusion has the counts of all outcomes.
    also: conclusion === undefined ? alsoBrokenBy(group) : [],
  };
}

function timelineOf({ invariant, shown }: BrokenGroup, { isVerbose }: Scenario): string | undefined {
  const { schedule, normal } = shown.broken ?? {};
  if (!schedule) return undefined;
  if (isVerbose && schedule.printed) return `${timelineText(schedule)}\n${printedText(schedule.printed)}`;
  if (!normal || invariant !== 'order-dependent') return timelineText(schedule);
  const ordered = (token = '', one: Schedule) => `${token}\n${indented(timelineText(one), '  ')}`;
  return `${ordered(orderToken([]), normal)}\n${ordered(shown.case.token, schedule)}`;
}

function linesIn(schedules: readonly (Schedule | undefined)[]) {
  const calls = schedules.flatMap((schedule) => schedule?.rows ?? []).flatMap((row) => row.calls);
  return calls
    .toSorted((one, other) => one.from - other.from)
    .flatMap(({ name, line }) => (line === undefined ? [] : [[name, line] as const]));
}

/** The shortest code that shows a break: only what differs from the defaults. */
function reproductionOf(
  { wire, rule }: Case,
  token: string | undefined,
  { isFunction, replayLine }: Scenario,
  isRepeated: boolean,
): string {
  if (replayLine && token !== undefined) return replayLine(token);
  if (token !== undefined && !(isFunction && rule)) {
    return `await sweep(sandbox, ${isFunction ? 'run' : 'scenario'}, { replay: ${literal(token)} });`;
  }
  return [
    'const fork = sandbox.fork();',
    ...(wire?.input === undefined ? [] : [`fork.setWire(${literal(wire.input)});`]),
    ...(rule ? [`fork.faults.add(${literal(rule)});`] : []),
    isRepeated ? 'await Promise.resolve(run(fork)).catch(() => run(fork));' : 'await run(fork);',
  ].join('\n');
}

/** Plain data as TypeScript. Texts with quotes stay JSON. */
function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(/"([^"\\]*)"/g, "'$1'");
}

/** The other faults, each once. Wire options are named only if those of the break do not break it. */
function alsoBrokenBy({ strategy, others, shown }: BrokenGroup): string[] {
  const { wire, met, orders } = shown.case;
  if (strategy === 'orders') {
    const alike = Math.max((orders?.count ?? 1) - 1, 0);
    const all = others.reduce((sum, other) => sum + (other.orders?.count ?? 1), alike);
    return all === 0 ? [] : [counted(all, 'more order')];
  }
  const faultsIn = (cases: readonly Case[]) =>
    [...Map.groupBy(cases, injectedName)].flatMap(([name, same]) => {
      const names = new Set(same.map((other) => other.wire?.name));
      return names.has(wire?.name) ? name : `${name} (wire ${[...names].join(', ')})`;
    });
  const byRequest = Map.groupBy(others, (other) => other.met?.request);
  const found = byRequest.get(met?.request) ?? [];
  byRequest.delete(met?.request);
  const elsewhere = [...byRequest].map(([name, same]) => `${name}: ${firstOf(faultsIn(same), mostNamed)}`);
  return [...faultsIn(found.filter((one) => injectedName(one) !== injectedName(shown.case))), ...elsewhere];
}

/** What went wrong, for example `worker 1 and worker 2`. */
function titleOf({ request, fault, phase, wire, tasks }: SweepBreak): string {
  const met = request === undefined ? listed(tasks ?? ['no fault']) : `${request}, ${fault} ${phase}`;
  return wire === undefined ? met : `${met}, wire ${wire}`;
}

function breakText(broken: SweepBreak): string {
  const { invariant, message, origin, isRepeated, error, timeline, lines = {}, reproduction, also } = broken;
  return [
    `✗ ${invariant}: ${titleOf(broken)}`,
    indented(message, '  '),
    ...(origin ? [`  ${originTexts[origin]}`] : []),
    ...(isRepeated ? [`  ${repeatedText}`] : []),
    ...(error === undefined ? [] : [`  A task failed in the end: ${error}`]),
    ...(timeline === undefined ? [] : [indented(timeline, '    ')]),
    ...linesText(lines),
    indented(reproduction, '    '),
    ...(also.length > 0 ? [`  Also: ${also.join('; ')}`] : []),
  ].join('\n');
}

const isOfProxy = ({ shown }: BrokenGroup) => shown.case.met?.origin === 'proxy';

/** Whether a lost response without an idempotency key made code send twice. */
const isLost = ({ strategy, invariant, isDespiteKeys }: BrokenGroup) =>
  strategy === 'faults' && invariant === 'sent-once' && !isDespiteKeys;

const despiteKeys = 'This also happens if each retry has the idempotency key of the first try.';
const originTexts = {
  document: "The service's document has this response.",
  proxy: "The service's document has no such response: only a proxy in between would give it.",
};

const repeatedText = 'A task failed and ran once more, as a queue does; { repeat: false } leaves that out.';

const mostNamed = 4;

function linesText(lines: Readonly<Record<string, string>>): string[] {
  const byLine = Map.groupBy(Object.entries(lines), ([, line]) => line);
  const width = Math.max(...[...byLine.keys()].map((line) => line.length));
  return [...byLine].map(([line, made]) => {
    const names = made.map(([name]) => name);
    return `    ${line.padEnd(width)}  ${firstOf(names, mostNamed)}`;
  });
}

const indented = (text: string, by: string) => text.replaceAll(/^/gm, by);
