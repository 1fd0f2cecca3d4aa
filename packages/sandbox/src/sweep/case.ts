import type { Plan } from './plan.ts';
import type { FaultOrigin, FaultPhase } from './faults.ts';
import type { SweptWireOptions } from './wire-options.ts';

/** One run of a strategy, and its name in the report. */
export interface Case {
  readonly plan: Plan;
  /** Names it for a replay, for example `order:0,1`; absent for a run in which nothing goes wrong. */
  readonly token?: string;
  readonly wire?: SweptWireOptions;
  /**
   * Orders only: how many orders do the same, and how many preemptions this one has. In a replay also how many orders
   * the report was about.
   */
  readonly orders?: { count: number; readonly preemptions: number; readonly of?: number };
  /** What goes wrong, in words: `connection reset` on `sendEmail #1`, or a `crash`. */
  readonly injected?: {
    readonly request: string;
    readonly fault: string;
    readonly phase: FaultPhase;
    readonly origin?: FaultOrigin;
  };
}

/** For example `connection reset after`; empty if nothing went wrong. */
export function injectedName(injected: Case['injected']): string {
  return injected ? `${injected.fault} ${injected.phase}` : '';
}

/** As many as the limit allows, spread over all. */
export function spread<T>(all: readonly T[], limit: number): T[] {
  const before = (place: number) => Math.floor((place * Math.min(limit, all.length)) / all.length);
  return all.filter((_, index) => before(index + 1) > before(index));
}

/** The case that a replay names; all of them if there is no replay. */
export function only(replay: string | undefined, cases: readonly Case[]): readonly Case[] {
  return replay === undefined ? cases : cases.filter(({ token }) => token === replay);
}

/** Names an order by the places of what passed at each choice, without those at the end that changed nothing. */
export function orderToken(places: readonly number[]): string {
  return `order:${places.join(',').replace(/(^|,)0(,0)*$/, '') || '0'}`;
}

/** The places in a token. */
export function orderOf(token: string): number[] {
  const order = token.slice('order:'.length).split(',').map(Number);
  return order.slice(0, order.findLastIndex((place) => place > 0) + 1);
}

/** An order that stands for others with the same outcome. */
interface CountedOrder {
  readonly places: readonly number[];
  readonly count: number;
}

/** A replay of orders of one program that end differently: `order:0*60/0,1,1,1*6 of 66`. */
export function ordersToken(orders: readonly CountedOrder[], of: number): string {
  const each = orders.map(
    ({ places, count: number }) => `${orderToken(places).slice('order:'.length)}*${number}`,
  );
  return `order:${each.join('/')} of ${of}`;
}

/** What {@link orderToken} and {@link ordersToken} write, and the names of late starts. */
export const orderReplay = /^(order:\d+(,\d+)*((\*\d+)(\/\d+(,\d+)*\*\d+)* of \d+)?|late:\d+,.+)$/s;

/** The orders in a replay, and how many the report was about. */
export function ordersIn(replay: string): { readonly orders: CountedOrder[]; readonly of?: number } {
  const [all = '', of] = replay.slice('order:'.length).split(' of ');
  const orders = all.split('/').map((one) => {
    const [places = '', number = '1'] = one.split('*');
    return { places: orderOf(`order:${places}`), count: Number(number) };
  });
  return { orders, ...(of !== undefined && { of: Number(of) }) };
}

/** The error for a replay that does not fit. */
export function foreignReplay(token: string, why: string): Error {
  return new Error(
    `The replay ${token} is of another scenario: ${why}. Sweep without replay to see what breaks now`,
  );
}
