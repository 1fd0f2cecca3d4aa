import type { WireInput } from '../control/wire/wire.ts';
import type { FaultOrigin, FaultPhase, ruleOf } from './faults.ts';
import { choicesIn, type Step, type Choose } from './steps.ts';

/** One run of a scenario: what goes wrong in it. Without anything, all tasks run at once without faults. */
export interface Case {
  /** Names it for a replay, for example `order:0,1`; absent for a run in which nothing goes wrong. */
  readonly token?: string;
  /** What goes wrong, in words: `connection reset` on `sendEmail #1`, or a `crash`. */
  readonly met?: {
    readonly request: string;
    readonly fault: string;
    readonly phase: FaultPhase;
    readonly origin?: FaultOrigin;
    /** The request whose line is reported instead of this one's. */
    readonly near?: string | undefined;
  };
  readonly rule?: ReturnType<typeof ruleOf>;
  /** Everything crashes instead of this request or response, counted from 0. What had not ended starts again. */
  readonly crash?: number;
  /** The same instead of this change of a file or a database. */
  readonly change?: number;
  /** Wire options: their preset, or themselves as JSON; `input` is absent if the sandbox has these anyway. */
  readonly wire?: { readonly name: string; readonly input: WireInput | undefined };
  /** Begins to choose what passes each time that several things wait. Default: the oldest. */
  readonly chooser?: () => Choose;
  /** Orders only: how many do the same, how many preemptions it has, and in a replay how many the report was about. */
  readonly orders?: { count: number; readonly preemptions: number; readonly of?: number };
  /** A task that starts after the others. */
  readonly last?: string;
  /** The tasks run one after the other, in this order. */
  readonly inTurn?: readonly string[];
  /** Virtual milliseconds between the tasks that run one after the other. Default 0. */
  readonly gap?: number;
  /** The pause, counted from 1, in which the next of these starts already, and so in those that follow. */
  readonly pause?: number;
  /** How many timers may fire until the run counts as endless, if not as many as usual. */
  readonly mostTimers?: number;
  readonly restartAfter?: number;
  /** Whether ids, times and random numbers differ from those of other runs. */
  readonly isOther?: boolean;
  /** Whether to find out, about each request, what the service did for it and the line that made it. */
  readonly isTraced?: boolean;
}

/** For example `connection reset after`; empty if nothing went wrong. */
export const injectedName = ({ met }: Case) => (met ? `${met.fault} ${met.phase}` : '');

/** As many as the limit allows, spread over all. */
export function spread<T>(all: readonly T[], limit: number): T[] {
  const before = (position: number) => Math.floor((position * Math.min(limit, all.length)) / all.length);
  return all.filter((_, index) => before(index + 1) > before(index));
}

/** The case that a replay names; all of them if there is no replay. */
export const only = (replay: string | undefined, cases: readonly Case[]): readonly Case[] =>
  replay === undefined ? cases : cases.filter(({ token }) => token === replay);

/** Names an order by the positions of what passed at each choice, without those at the end that changed nothing. */
export const orderToken = (positions: readonly number[]): string =>
  `order:${withoutLast(positions).join(',') || '0'}`;

/** An order without what changes nothing at its end. */
export const withoutLast = (positions: readonly number[]) =>
  positions.slice(0, positions.findLastIndex((position) => position > 0) + 1);

/** The order in which a run passed. */
export const orderIn = (steps: readonly Step[]) => orderToken(choicesIn(steps).map((one) => one.position));

/** A replay of orders of one program that end differently: `order:0*60/0,1,1,1*6 of 66`. */
export function ordersToken(orders: readonly { token: string; count: number }[], of: number): string {
  const each = orders.map(({ token, count }) => `${token.slice('order:'.length)}*${count}`);
  return `order:${each.join('/')} of ${of}`;
}

/** What {@link orderToken}, {@link ordersToken} and {@link lateStart} write. */
export const orderReplay = /^(order:\d+(,\d+)*((\*\d+)(\/\d+(,\d+)*\*\d+)* of \d+)?|late:\d+,.+)$/s;

/** The orders in a replay, how often each counts, and how many the report was about. */
export function ordersIn(replay: string) {
  const [all = '', of] = replay.slice('order:'.length).split(' of ');
  const orders = all.split('/').map((one) => {
    const [order = '', number = '1'] = one.split('*');
    const positions = order.split(',').map(Number);
    return { positions: withoutLast(positions), count: Number(number) };
  });
  return { orders, of: of === undefined ? undefined : Number(of) };
}

/** A case with a late start. It shows a break worse than any order. */
export function lateStart(last: string, pause: number) {
  return { token: `late:${pause},${last}`, last, pause, orders: { count: 1, preemptions: Infinity } };
}

/** The late start that a replay names; `undefined` if it names orders. */
export function lateStartOf(replay: string): Case | undefined {
  const [, pause, task] = /^late:(\d+),(.+)$/s.exec(replay) ?? [];
  return task === undefined ? undefined : lateStart(task, Number(pause));
}

/** The error for a replay that does not fit. */
export function foreignReplay(token: string, why: string): Error {
  return new Error(
    `The replay ${token} is of another scenario: ${why}. Sweep without replay to see what breaks now`,
  );
}
