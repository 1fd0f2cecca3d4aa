import type { JournalEntry } from '../service/state/journal-entry.ts';
import type { Effects } from './effects.ts';

/** Something that waited until it could pass: the start of a task, a request, or an answer. */
export interface Step {
  readonly kind: 'start' | 'request' | 'answer';
  readonly task: string;
  /** 1, or 2 after a crash. */
  readonly life: number;
  /** The request; absent for a start. */
  readonly call?: Call;
  /** How many waited when it passed, itself included. */
  readonly waiting: number;
  /** Its place among them: 0 is the oldest. */
  readonly place: number;
}

/** A request on its way. */
export interface Call {
  /** For example `sendEmail #2`. */
  readonly name: string;
  readonly task: string;
  readonly life: number;
  /** What the service did for it; absent before it did anything. */
  effects?: () => Effects;
  /** What the journal says about it; absent before the service did anything. */
  entry?: Pick<JournalEntry, 'requestId' | 'status' | 'sentId'>;
  /** Whether its answer has left, or nobody waits for it any more. */
  isAnswered?: boolean;
}

/** A step in words, for example `worker 2: answer to sendEmail #1`. */
export function stepName({ kind, task, call }: Step): string {
  if (kind === 'start') return `${task} starts`;
  return `${task}: ${kind === 'request' ? '' : 'answer to '}${call?.name}`;
}

/** The first difference between two runs that should be the same; `undefined` if there is none. */
export function firstDifference(
  one: readonly Step[],
  other: readonly Step[],
  upTo = Infinity,
): string | undefined {
  const [mine, theirs] = [one, other].map((steps) => steps.slice(0, upTo).map(stepName));
  const index = (mine ?? []).findIndex((name, at) => name !== theirs?.[at]);
  const at = index >= 0 ? index : (mine?.length ?? 0);
  const [first, then] = [mine?.[at], theirs?.[at]];
  if (first === then) return undefined;
  return `step ${at + 1} was ${first ?? 'missing'}, then ${then ?? 'missing'}`;
}
