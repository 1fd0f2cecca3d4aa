import { nthOf } from './comparison.ts';
import { amountOf } from './effects.ts';
import type { Baseline } from './baseline.ts';
import type { Trial } from './trial.ts';
import { type Call, type CallEntry, type Step } from './steps.ts';

/** What passed when in a run. Steps are counted from 0: a request, a response, or a crash. */
export interface Schedule {
  readonly steps: number;
  /** The step at which everything crashed; absent if nothing did. */
  readonly crash?: number;
  /** What the program printed, and what came next, such as `before sendEmail #1`; absent if that is nothing. */
  readonly printed?: readonly { readonly when: string; readonly text: string }[];
  /** In the order of the tasks. A task has several rows if its requests overlap. */
  readonly rows: readonly { readonly task: string; readonly calls: readonly TimelineCall[] }[];
}

/** A request in a row, and what the request log has about it unless a crash came first. */
export interface TimelineCall extends CallEntry {
  /** For example `sendEmail #2`. */
  readonly name: string;
  /** The step at which it reached the service, or would have. */
  readonly from: number;
  /** The step at which its response left or the crash came, which may be the same step; absent if neither did. */
  readonly to?: number;
  /** The line of your code that made it, for example `src/buy.ts:22`; absent if it is not known. */
  readonly line?: string | undefined;
  /** What it did more often than usual, for example `the second email`. */
  readonly note?: string | undefined;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Arranges the steps of a run in rows. */
export function scheduleOf(
  { steps: all, printed = [] }: Pick<Trial, 'steps' | 'printed'>,
  baseline: Baseline,
): Schedule {
  const notes = notesOn(all, baseline);
  const begins = all.flatMap(({ kind, call }) => (kind !== 'response' && call ? [call] : []));
  const lines = linesOf(baseline.helpers, begins);
  const rows = baseline.scenario.names.map((task) => ({ task, calls: [] as Writable<TimelineCall>[] }));
  const open = new Map<Call, Writable<TimelineCall>>();
  let [steps, crash]: [number, number | undefined] = [0, undefined];
  for (const { kind, task, call } of all) {
    if (kind === 'start' || kind === 'time') continue;
    if (call && kind !== 'response') {
      const [line, note] = [lines.get(call), notes.get(call)];
      const begun = { name: call.name, from: steps, ...call.entry, line, note };
      open.set(call, begun);
      freeRow(rows, task).push(begun);
    }
    if (kind === 'crash') crash = steps;
    for (const [one, mine] of open) {
      if (kind === 'request' || (kind === 'response' && one !== call)) continue;
      mine.to = steps;
      open.delete(one);
    }
    steps += 1;
  }
  const schedule = { steps, ...(crash !== undefined && { crash }), rows };
  if (printed.length === 0) return schedule;
  return { ...schedule, printed: printed.map(({ step, text }) => ({ when: whenOf(schedule, step), text })) };
}

/** The calls of the task's first row without an open request. Adds a row if every one has such a request. */
function freeRow(rows: { task: string; calls: TimelineCall[] }[], task: string): TimelineCall[] {
  const free = rows.find((row) => row.task === task && row.calls.every(({ to }) => to !== undefined));
  if (free) return free.calls;
  const calls: TimelineCall[] = [];
  rows.splice(rows.findLastIndex((one) => one.task === task) + 1, 0, { task, calls });
  return calls;
}

/** Draws a line for each row: `●` is a request that reaches the service, `○` its response, `✗` a crash. */
export function timelineText({ rows, steps, crash }: Schedule): string {
  const widths = Array.from<unknown, number>({ length: steps }, (_, step) => (step === crash ? 3 : 2));
  for (const { name, from } of rows.flatMap(({ calls }) => calls)) widths[from] = shortName(name).length + 2;
  const column = (step: number) => widths.slice(0, step).reduce((sum, width) => sum + width, 0);
  const lines = rows.map(({ calls }) => {
    const line: string[] = Array.from({ length: column(steps) + 1 }, () => ' ');
    const put = (at: number, text: string) => line.splice(at, text.length, ...text);
    for (const { name, from, to = steps } of calls) {
      const [start, end] = [column(from), column(to)];
      put(start, '─'.repeat(end - start));
      put(start, `●${shortName(name)}`);
      put(end, to === steps ? '…' : '○');
    }
    if (crash !== undefined) put(column(crash), '✗');
    return line.join('').trimEnd();
  });
  const width = Math.max(...rows.map(({ task }) => task.length));
  const length = Math.max(...lines.map((line) => line.length));
  return rows
    .map(({ task, calls }, index) => {
      const note = calls.find((call) => call.note !== undefined)?.note;
      const line = `${task.padEnd(width)}  ${lines[index]}`;
      return note === undefined ? line : `${line.padEnd(width + 2 + length)}   ← ${note}`;
    })
    .join('\n');
}

function whenOf({ rows, steps, crash }: Schedule, step: number): string {
  if (step === crash) return 'before the crash';
  const calls = rows.flatMap((row) => row.calls);
  const next = calls.find(({ from }) => from === step);
  if (next) return `before ${next.name}`;
  const answered = step < steps && calls.find(({ to }) => to === step);
  return answered ? `before the response to ${answered.name}` : 'at the end';
}

/** What the program printed, with what came next, such as `before sendEmail #1`. */
export function printedText(printed: NonNullable<Schedule['printed']>): string {
  const width = Math.max(...printed.map(({ when }) => when.length));
  const below = `\n${' '.repeat(width + 2)}`;
  return printed
    .map(({ when, text }) => `${when.padEnd(width)}  ${text.trimEnd().replaceAll('\n', below)}`)
    .join('\n');
}

/** The verb of an operation: `send` for `sendEmail #2`. */
const shortName = (name: string) => name.replace(/^([a-z]+)[A-Z].*| #.*/, '$1');

/** The innermost line of each request that is not a helper's, with its caller if it has several. */
function linesOf(helpers: Set<string>, calls: readonly Call[]): Map<Call, string> {
  const nameIn = ({ lines }: Call) => lines.find((line) => !helpers.has(line)) ?? lines.at(-1);
  const callerIn = ({ lines }: Call, line: string) => lines[lines.indexOf(line) + 1];
  // Each helper that is found makes another line the innermost, which may be a helper's as well.
  for (let known = -1; known < helpers.size;) {
    known = helpers.size;
    for (const [line, made] of Map.groupBy(calls, nameIn)) {
      if (line === undefined) continue;
      const [purposes, callers] = [made.map(purposeOf), made.map((call) => callerIn(call, line))];
      if (new Set(purposes).size > 1 && new Set(callers).size > 1) helpers.add(line);
    }
  }
  const named = [...Map.groupBy(calls, nameIn)].flatMap(([line, made]) => {
    if (line === undefined) return [];
    const callers = made.map((call) => callerIn(call, line));
    const isOne = new Set(callers.filter(Boolean)).size < 2;
    return made.map((call, index) => {
      const caller = callers[index];
      return [call, isOne || caller === undefined ? line : `${line}, called at ${caller}`] as const;
    });
  });
  return new Map(named);
}

/** An email with files is one call, which also uploads them. */
function purposeOf({ name }: Call): string {
  const operation = name.replace(/ #\d+$/, '');
  return operation.endsWith('Upload') ? 'sendEmail' : operation;
}

function notesOn(steps: readonly Step[], { outcomes, comparison: { keyOf } }: Baseline): Map<Call, string> {
  const usual = Map.groupBy(outcomes[0] ?? [], keyOf);
  const seen = new Map<string, number>();
  const notes = new Map<Call, string>();
  for (const { kind, call } of steps) {
    if (kind !== 'request' || !call) continue;
    for (const effect of call.effects ?? []) {
      if (effect.change !== 'added') continue;
      const key = keyOf(effect);
      const number = (seen.get(key) ?? 0) + 1;
      seen.set(key, number);
      if (number > Math.max(1, amountOf(usual.get(key)))) notes.set(call, nthOf(effect, number));
    }
  }
  return notes;
}
