import type { WireInput } from '../control/wire/wire.ts';
import type { FaultOrigin, FaultPhase, ruleOf } from './faults.ts';
import { choicesIn, type Step, type Choose } from './steps.ts';

/** What goes wrong in one run of a scenario. In an empty case, all tasks run at once without faults. */
export interface Case {
  /** The name for a replay, for example `order:0,1`; absent for a run in which nothing goes wrong. */
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
  /** The request or response, counted from 0, at which everything crashes. Tasks that had not ended start again. */
  readonly crash?: number;
  /** The change of a file or a database, counted from 0, at which everything crashes. */
  readonly change?: number;
  /** Wire options: their preset, or themselves as JSON; `input` is absent if the sandbox has these anyway. */
  readonly wire?: { readonly name: string; readonly input: WireInput | undefined };
  /** Makes the function that chooses what passes when several things wait. Default: the oldest passes. */
  readonly chooser?: () => Choose;
  /** Orders only: how many do the same, how many preemptions it has, and in a replay how many the report was about. */
  readonly orders?: { count: number; readonly preemptions: number; readonly of?: number };
  /** A task that starts after the others. */
  readonly last?: string;
  /** The tasks run one after the other, in this order. */
  readonly inTurn?: readonly string[];
  /** Virtual milliseconds between the tasks that run one after the other. Default 0. */
  readonly gap?: number;
  /** The pause, counted from 1, in which the next of these tasks starts; another one starts in each pause after it. */
  readonly pause?: number;
  /** How many timers may fire before the run counts as endless. Default: the usual limit. */
  readonly mostTimers?: number;
  readonly restartAfter?: number;
  /** Whether ids, times and random numbers differ from those of other runs. */
  readonly isVaried?: boolean;
  /** Whether to find out what the service did for each request, and which line made it. */
  readonly isTraced?: boolean;
}

/** For example `connection reset after`; empty if nothing went wrong. */
export const injectedName = ({ met }: Case) => (met ? `${met.fault} ${met.phase}` : '');

/** As many items as the limit allows, spread evenly over the list. */
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

/** An order without the zeros at its end, which change nothing. */
export const withoutLast = (positions: readonly number[]) =>
  positions.slice(0, positions.findLastIndex((position) => position > 0) + 1);

/** Names the order in which a run passed. */
export const orderIn = (steps: readonly Step[]) =>
  orderToken(choicesIn(steps).map((choice) => choice.position));

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
  const orders = all.split('/').map((counted) => {
    const [order = '', number = '1'] = counted.split('*');
    const positions = order.split(',').map(Number);
    return { positions: withoutLast(positions), count: Number(number) };
  });
  return { orders, of: of === undefined ? undefined : Number(of) };
}

/** A case with a late start. If an order breaks the same invariant, the report shows the order. */
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
