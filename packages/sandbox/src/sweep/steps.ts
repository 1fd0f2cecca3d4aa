import { Random } from '../service/kernel/random.ts';
import type { LoggedRequest } from '../service/state/logged-request.ts';
import type { Effect } from './effects.ts';
import type { Footprint } from './footprint.ts';

/** Something that waits until it may pass: the start of a task, a request, or a response. */
export interface Item {
  readonly kind: 'start' | 'request' | 'response';
  readonly task: string;
  /** 1, and one more after each crash. */
  readonly epoch: number;
  /** The request; absent for a start. */
  readonly call?: Call;
  /** What made it wait, and its number: `worker 1`, with `.0` for its first request and `.0.0` for the response. */
  readonly path: string;
}

/** An item that passed, time that passed because nothing else could, or a crash with the request that it prevented. */
export interface Step extends Omit<Item, 'kind'>, Footprint {
  readonly kind: Item['kind'] | 'time' | 'crash';
  /** What could have passed instead; absent for time and for a crash. */
  readonly choice?: Choice;
  /** The virtual milliseconds of time that passed. */
  milliseconds?: number;
  /** What began to wait because of it, in order. */
  readonly made: readonly Item[];
}

/** How many things wait at some point, and which one passes. */
export interface Choice {
  readonly waiting: number;
  /** The position of what passes: 0 is the oldest. */
  readonly position: number;
  /** The positions of what continues the task of the last step. If something else passes, that is a preemption. */
  readonly continuing: readonly number[];
}

type Named = Pick<Item, 'task' | 'path'>;

/** The positions, among what waits, that continue the task and the request of the last step. */
export function continuingAfter(last: Named | undefined, waiting: readonly Named[]): number[] {
  const isNext = ({ task, path }: Named) =>
    task === last?.task && path.slice(0, path.lastIndexOf('.')) === last.path;
  return waiting.flatMap((item, position) => (isNext(item) ? [position] : []));
}

/** Whether a task that could continue waits while another one passes. */
export const isPreemption = ({ continuing }: Choice, position: number): boolean =>
  continuing.length > 0 && !continuing.includes(position);

/** What the request log has about a request. */
export type CallEntry = { readonly [N in 'requestId' | 'status' | 'sentId']?: LoggedRequest[N] | undefined };

/** A request on its way. */
export interface Call {
  /** For example `sendEmail #2`. */
  readonly name: string;
  readonly task: string;
  readonly epoch: number;
  /** The lines of the user's code that made it, the innermost first; none if they are not known, or were not asked for. */
  readonly lines: readonly string[];
  /** Whether no task of this process made it: it came to a server, perhaps from a thread or another process. */
  readonly isFromOutside: boolean;
  /** What the service did for it; absent before it did anything, or if it was not asked for. */
  effects?: readonly Effect[];
  /** What the request log has about it; absent before the service did anything. */
  entry?: CallEntry;
  /** Whether its caller had given up when its response came. */
  isGivenUp?: boolean;
  /** Whether its response was an error of the service, or none. */
  isRefused?: boolean;
}

/** Something that a program printed. */
export interface Printed {
  /** The step before which it did. */
  readonly step: number;
  readonly text: string;
}

/** A step in words, such as `time passes`. */
export function stepName({ kind, task, call }: Pick<Step, 'kind' | 'task' | 'call'>): string {
  if (kind === 'start') return `${task} starts`;
  if (kind === 'time') return 'time passes';
  if (kind === 'crash') return 'everything crashes';
  return `${task}: ${kind === 'request' ? '' : 'response to '}${call?.name}`;
}

/** The first difference between two lists of steps, for example `step 1 was command: sendEmail #1, then missing`. */
export function firstDifference(
  one: readonly string[],
  other: readonly string[],
  subjectOf = (at: number) => `step ${at + 1}`,
): string | undefined {
  const at = [...one, undefined].findIndex((name, index) => name !== other[index]);
  if (at < 0) return undefined;
  return `${subjectOf(at)} was ${one[at] ?? 'missing'}, then ${other[at] ?? 'missing'}`;
}

/** The points at which something else could have passed. */
export const choicesIn = (steps: readonly Step[]): Choice[] =>
  steps.flatMap(({ choice }) => (choice && choice.waiting > 1 ? [choice] : []));

/** Virtual milliseconds without a request that another task may start in. Databases and polls make shorter ones. */
export const shortestPause = 1_000;

/** The milliseconds of each pause until the start of a task. */
export function pausesBefore(task: string, steps: readonly Step[]): number[] {
  const sums: number[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'start' && step.task === task) break;
    if (step.kind !== 'time') continue;
    if (steps[index - 1]?.kind !== 'time') sums.push(0);
    sums.push((sums.pop() ?? 0) + (step.milliseconds ?? 0));
  }
  return sums.filter((sum) => sum >= shortestPause);
}

/** Chooses the position of what passes next among several that wait. */
export type Choose = (
  waiting: readonly Pick<Item, 'path' | 'kind'>[],
  continuing: readonly number[],
) => number;

/** Chooses by an order: the positions of what passes each time that several wait, and what passes from then on. */
export function choosing(positions: readonly number[], afterwards: 'oldest' | 'continue'): Choose {
  let choices = 0;
  return (waiting, continuing) => {
    const position = positions[choices] ?? (afterwards === 'oldest' ? 0 : (continuing[0] ?? 0));
    choices += 1;
    return Math.min(position, waiting.length - 1);
  };
}

/** Chooses at random, each waiting item by its share of the steps that follow, so that all orders are equally likely. */
export function choosingAtRandom(seed: string, sizes: ReadonlyMap<string, number>): Choose {
  const random = new Random(seed);
  return (waiting) => {
    const shares = waiting.map(({ path, kind }) => sizes.get(path) ?? (kind === 'response' ? 1 : 2));
    const sum = shares.reduce((total, share) => total + share, 0);
    let remaining = (random.next() / 2 ** 32) * sum;
    const position = shares.findIndex((share) => (remaining -= share) < 0);
    return position < 0 ? waiting.length - 1 : position;
  };
}

/** How many steps follow from each step, itself included, by its path. */
export function sizesOf(steps: readonly Step[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, made } of steps.toReversed()) {
    sizes.set(path, 1 + made.reduce((sum, item) => sum + (sizes.get(item.path) ?? 0), 0));
  }
  return sizes;
}

/** About how many orders there are: `n!`, divided by the size of what follows from each step. */
export function ordersOf(steps: readonly Step[]): number {
  const sizes = sizesOf(steps.filter(({ kind }) => kind !== 'time'));
  return Math.exp([...sizes.values()].reduce((sum, size, index) => sum + Math.log((index + 1) / size), 0));
}
