import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { latestTime } from '../../service/kernel/clock.ts';
import { type Duration, durationHint } from '../../service/kernel/duration.ts';
import { checkPresent, type ControlContext, ScopedControls } from '../context.ts';
import { ControlError, invalid } from '../control-error.ts';
import { duration, time } from '../fields.ts';
import { type ClientWaits, longestFrozenWait } from '../../service/kernel/client-waits.ts';
import { elapsed, pause, turn } from '../../service/kernel/timers.ts';
import { invoke, type Verb } from '../verb.ts';

/** The state of the clock. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** Whether it is frozen: it shows the same time until it is moved. */
  readonly frozen: boolean;
  /** When the next planned event happens; `null` if none is planned. ISO 8601. */
  readonly nextDueAt: string | null;
}

export const getClock: Verb<void, ClockView> = {
  method: 'GET',
  path: '/clock',
  summary: 'The state of the clock',
  run: clockView,
};

/** Moves of the clock. If a call has several, freezing comes first and running last. */
export interface ClockMove {
  /** How far to advance, for example `24h`. Everything that becomes due happens, each event at its own time. */
  readonly advance?: number | undefined;
  /** The time to go to; not before now. */
  readonly advanceTo?: number | undefined;
  /** `true` freezes the clock; `false` lets it run again. */
  readonly freeze?: boolean | undefined;
  /** `true` moves on until nothing is planned any more. */
  readonly runUntilIdle?: boolean | undefined;
}

export const moveClock: Verb<ClockMove, ClockView> = {
  method: 'POST',
  path: '/clock',
  summary: 'Move, freeze or release the clock',
  input: z.object({
    advance: z.optional(duration),
    advanceTo: z.optional(time),
    freeze: z.optional(z.boolean()),
    runUntilIdle: z.optional(z.boolean()),
  }),
  run: (context, { advance, advanceTo, freeze, runUntilIdle }) => {
    const { store } = context.service;
    const { clock } = store;
    if ([advance, advanceTo, freeze, runUntilIdle].every((move) => move === undefined)) {
      throw invalid('advance', `${durationHint}; or give advanceTo, freeze or runUntilIdle`);
    }
    // A running clock would show a later time on each read.
    const now = clock.now();
    if (advanceTo !== undefined && advanceTo < now) {
      throw invalid('advanceTo', `must not be before now, ${formatTimestamp(now)}`);
    }
    for (const [field, time] of [
      ['advance', now + (advance ?? 0)],
      ['advanceTo', advanceTo ?? now],
    ] as const) {
      if (time > latestTime) throw invalid(field, `must not lead beyond ${formatTimestamp(latestTime)}`);
    }
    if (freeze === true) clock.freeze(now);
    if (advance !== undefined) clock.moveTo(Math.min(clock.now() + advance, latestTime));
    if (advanceTo !== undefined) clock.moveTo(Math.max(advanceTo, clock.now()));
    if (runUntilIdle) clock.runUntilIdle();
    const isMove = advance !== undefined || advanceTo !== undefined || runUntilIdle === true;
    const movedTo = clock.now();
    if (isMove && movedTo > now) {
      store.log('clock.moved', { from: formatTimestamp(now), to: formatTimestamp(movedTo) });
    }
    if (freeze === false) clock.resume();
    return clockView(context);
  },
};

function clockView({ service }: ControlContext): ClockView {
  const { clock } = service.store;
  const { frozen, nextDueAt } = clock;
  return {
    now: formatTimestamp(clock.now()),
    frozen,
    nextDueAt: nextDueAt === undefined ? null : formatTimestamp(nextDueAt),
  };
}

/** A hint for a wait that found nothing because the clock is frozen; empty if it runs, or nothing is planned. */
export function clockNote({ service }: ControlContext): string {
  const { frozen, nextDueAt } = service.store.clock;
  if (!frozen || nextDueAt === undefined) return '';
  return ` The sandbox's clock is frozen, and the next event is planned for ${formatTimestamp(nextDueAt)}: advance it.`;
}

/** Moves in a row by which nothing happens while nothing is planned, after which `runUntil` gives up. */
const mostMoves = 1_000;

/** Real milliseconds without a request after which a program that does not wait for the clock counts as idle. */
const idle = 20;

/**
 * Waits in real time until clients cannot continue without a move of the clock, and nothing happens for `enough` ms.
 */
async function quiet(waits: ClientWaits, isOver: () => boolean, enough: () => number): Promise<void> {
  let [seen, since, turns] = [waits.changes, elapsed(), 0];
  for (;;) {
    // Timers are slow, and most work needs only turns of the event loop.
    await (turns < 10 ? turn() : pause(1));
    if (isOver()) return;
    turns += 1;
    if (waits.changes !== seen) [seen, since, turns] = [waits.changes, elapsed(), 0];
    else if (turns > 10 && elapsed() - since >= (waits.open.length > 0 ? longestFrozenWait : enough()))
      return;
  }
}

function nothingDue({ open }: ClientWaits): ControlError {
  const requests = open.map(({ method, path }) => `${method} ${path}`).join(', ');
  const waits =
    open.length === 0 ? 'no client waits for the clock' : `it waits for the response to ${requests}`;
  return notSettled(`nothing is due any more, and the promise has not settled: ${waits}`);
}

function notSettled(reason: string): ControlError {
  return new ControlError(409, 'NOTHING_DUE', `clock.runUntil: ${reason}`);
}

/**
 * The clock of a sandbox.
 *
 * ```ts
 * sandbox.clock.advance('2s');
 * sandbox.clock.advanceTo('2026-02-01T09:00:00Z');
 * ```
 */
export class ClockControls extends ScopedControls {
  /** The current time of the sandbox. */
  now(): Date {
    return new Date(invoke(getClock, this.context, {}).now);
  }

  /** Moves the clock forward. Everything that becomes due happens, each event at its own time. */
  advance(by: Duration): ClockView {
    return invoke(moveClock, this.context, { advance: by });
  }

  /**
   * Moves the clock forward to a time: ISO 8601, milliseconds since 1970, or a `Date`.
   *
   * @param time ISO 8601, a `Date`, or milliseconds since 1970; not before now.
   */
  advanceTo(time: string | number | Date): ClockView {
    return invoke(moveClock, this.context, { advanceTo: time instanceof Date ? time.getTime() : time });
  }

  /** Moves the clock from one planned event to the next until none is left. */
  runUntilIdle(): ClockView {
    return invoke(moveClock, this.context, { runUntilIdle: true });
  }

  /**
   * Moves the clock from one due moment to the next until a promise settles: planned events, and the waits of clients
   * that use `sandbox.clientOptions()` in this process. Work that is under way at a moment is finished first; only that
   * takes real time.
   *
   * ```ts
   * await sandbox.clock.runUntil(mail.verification.verifyMany(addresses).finish());
   * ```
   *
   * @param promise What to wait for.
   * @returns What the promise resolves to.
   * @throws the reason of the promise, or ControlError with code `NOTHING_DUE` if it still has not settled when nothing
   * is due any more, after 1,000 moves by which nothing happened while nothing was planned, or when the sandbox is reset
   * or the test of its fixture ends.
   */
  async runUntil<T>(promise: PromiseLike<T>): Promise<T> {
    checkPresent(this.context);
    const given: unknown = promise;
    if (typeof Object(given).then !== 'function') {
      throw invalid('promise', 'must be a promise, such as a call of a client that has begun');
    }
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    const { clock, events } = this.context.service.store;
    const { waits, round } = clock;
    let [moves, seen] = [0, events.sequence];
    const next = () => Math.min(clock.nextDueAt ?? Infinity, waits.nextAt ?? Infinity);
    for (;;) {
      await quiet(
        waits,
        () => isSettled,
        () => (waits.nextAt === undefined ? idle : 1),
      );
      // It may wait for a file, for example.
      const isStuck = () => !isSettled && next() === Infinity;
      if (isStuck()) {
        await quiet(
          waits,
          () => !isStuck(),
          () => longestFrozenWait,
        );
      }
      if (isSettled) return promise;
      if (clock.round !== round) throw notSettled('the sandbox was reset, or its test is over');
      if (next() > latestTime) throw nothingDue(waits);
      // A move is an event itself.
      moves = events.sequence <= seen + 1 && clock.nextDueAt === undefined ? moves + 1 : 0;
      seen = events.sequence;
      if (moves > mostMoves) {
        const time = formatTimestamp(clock.now());
        throw notSettled(
          `the clock was moved ${mostMoves} times, to ${time}, for clients that only poll: await what the promise waits for, or end the poller`,
        );
      }
      invoke(moveClock, this.context, { advanceTo: Math.max(Math.ceil(next()), clock.now()) });
    }
  }

  /** @internal Ends what `runUntil` of a test that is over still waits for. */
  static endRuns({ clock }: { readonly clock: ClockControls }): void {
    clock.context.service.store.clock.round += 1;
  }

  /** Freezes the clock at its current time. */
  freeze(): ClockView {
    return invoke(moveClock, this.context, { freeze: true });
  }

  /** Lets a frozen clock run again. */
  resume(): ClockView {
    return invoke(moveClock, this.context, { freeze: false });
  }
}
