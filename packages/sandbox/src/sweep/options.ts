import { oneOf, type OperationName } from '@mailrig/contract';
import { abortSignal, callback, type Rows, wholeNumber } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { checkOptions, invalid } from '../control/control-error.ts';
import { effect } from '../control/faults/effect.ts';
import { duration, operationName } from '../control/fields.ts';
import type { Duration } from '../service/kernel/duration.ts';
import type { WireInput } from '../control/wire/wire.ts';
import type { Sandbox } from '../control/sandbox.ts';
import type { SweepFault } from './faults.ts';

/** What to sweep: code that gets all it needs from a fork of the sandbox, because it runs many times. */
export type SweepScenario<T> = (fork: Sandbox) => T | PromiseLike<T>;

/** What to sweep, if several things happen at once: up to four tasks, each under its name. */
export interface SweepTasks<S = undefined> {
  /** Makes the state of your app, such as a database. Each run has its own, and it survives a crash. Default: none. */
  readonly setup?: (() => S | PromiseLike<S>) | undefined;
  /** The tasks that run at the same time, by name. */
  readonly tasks: Readonly<Record<string, SweepTask<S>>>;
}

/** One of the things that happen at once, for example a worker, or a click. */
export type SweepTask<S = undefined> = (fork: Sandbox, state: S) => unknown;

/** What the tasks returned, by name; a task that failed is missing. */
export type SweepValues = Readonly<Record<string, unknown>>;

/** How a run of the scenario ended. With several tasks, it is `ok` if all of them are. */
export type SweepOutcome<T, S = undefined> = (
  | Readonly<Record<'ok', true> & Record<'value', T>>
  | Readonly<Record<'ok', false> & Record<'error', unknown>>
) & {
  /** Whether the run ended without an error. */
  readonly ok: boolean;
  /** What the run returned; absent if it threw. */
  readonly value?: T | undefined;
  /** What the run threw; absent if it did not. */
  readonly error?: unknown;
  /** What `setup` made for this run. */
  readonly state: S;
  /** The run without a fault, under the wire options of the sandbox. */
  readonly baseline: {
    /** The sandbox after the run. */
    readonly fork: Sandbox;
    /** What the run returned. */
    readonly value: T;
  };
};

/** Your own invariant: after every run, it throws or returns a message if something is wrong. */
export type SweepCheck<T, S = undefined> = (
  fork: Sandbox,
  outcome: SweepOutcome<T, S>,
) => string | void | PromiseLike<string | void>;

/** Options of a sweep; none is required. */
export interface SweepOptions<T = unknown, S = undefined> {
  /** Your own invariant. Default: only those of the sweep. */
  readonly check?: SweepCheck<T, S> | undefined;
  /** The faults to try, simple ones first; `false` tries none. Default: `sweepFaults`. */
  readonly faults?: readonly SweepFault[] | false | undefined;
  /**
   * Whether to try the orders in which requests and responses can pass: all with up to two preemptions, then, as far as
   * `limit` goes, others. Default: `true` if there are several tasks, or if requests of one task overlap.
   */
  readonly orders?:
    | boolean
    | {
        /** The most preemptions in an order: a task that could continue waits while another one passes. No others are tried. */
        readonly changes?: number | undefined;
      }
    | undefined;
  /** Whether to crash all tasks and start them again. Default: whether they change files, or a database of `node:sqlite`. */
  readonly crashes?: boolean | undefined;
  /**
   * `virtual`: timers, `Date`, `performance.now` and `AbortSignal.timeout` of this process are faked while the sweep
   * runs, from the time of a frozen sandbox or from now; it passes when nothing else can happen. `real`: waits take as
   * long as they take. Default `virtual`.
   */
  readonly time?: 'virtual' | 'real' | undefined;
  /** Runs only one case again, named by the `replay` of a break, for example `order:0,1`. */
  readonly replay?: string | undefined;
  /** The wire options to run under; orders and crashes use the sandbox's own. Default: these, and each documented preset. */
  readonly wire?: readonly WireInput[] | undefined;
  /** Only requests of these operations meet faults. Default: all. */
  readonly operations?: readonly OperationName[] | undefined;
  /** Whether a task that failed runs once more, without a fault, as a queue does. Default `true`. */
  readonly repeat?: boolean | undefined;
  /**
   * How long it takes until a task that failed or crashed starts again, in virtual time: milliseconds, or text such as
   * `{ after: '20m' }`. Default: a second, and if work is missing then, an hour, for leases and locks that expire.
   */
  readonly restart?: { readonly after: Duration } | undefined;
  /**
   * Most runs for the faults, for the orders and for the crashes. Beyond it, the simplest faults and orders are tried,
   * then random orders, and crashes all over the run. The report says how many. Default 1,000.
   */
  readonly limit?: number | undefined;
  /** Seed of the random orders, a whole number: the same seed gives the same orders. Default 1. */
  readonly seed?: number | undefined;
  /** Runs at a time in real time. Use 1 if the scenario has state outside of the fork. Default 50. */
  readonly concurrency?: number | undefined;
  /** Real milliseconds that a run may take in real time, or wait for a file or a socket in virtual time. Default 10,000. */
  readonly timeout?: number | undefined;
  /** Ends the sweep early: it throws the reason of the signal once everything is put back. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of a sweep of any scenario. */
export type AnyOptions = SweepOptions<never, never>;

const mostTasks = 4;

const count = z.optional(wholeNumber(1));

const faultRows = {
  name: z.string(),
  effect: effect as z.ZodMiniType<SweepFault['effect']>,
  times: count,
  phases: z.optional(z.array(oneOf(['before', 'after']))),
} satisfies Rows<SweepFault>;

export const sweepRows = z.object({
  check: z.optional(callback<SweepCheck<unknown>>()),
  faults: z.optional(
    z.union([z.literal(false), z.array(z.object(faultRows))], {
      error: "must be false, or an array such as [{ name: 'down', effect: { status: 503 } }]",
    }),
  ),
  orders: z.optional(
    z.union([z.boolean(), z.object({ changes: z.optional(wholeNumber(0)) })], {
      error: 'must be true, false, or an object such as { changes: 1 }',
    }),
  ),
  crashes: z.optional(z.boolean()),
  time: z.optional(oneOf(['virtual', 'real'])),
  replay: z.optional(z.string()),
  wire: z.optional(z.array(z.custom<WireInput>())),
  operations: z.optional(z.array(operationName)),
  repeat: z.optional(z.boolean()),
  restart: z.optional(z.object({ after: duration })),
  limit: count,
  seed: z.optional(wholeNumber(0)),
  concurrency: count,
  timeout: count,
  signal: z.optional(abortSignal),
} satisfies Rows<SweepOptions>);

/** @throws ControlError naming the option or the part of the scenario that is wrong. */
export function checkSweep(tasks: readonly string[], options: AnyOptions): void {
  checkOptions(sweepRows, options, 'The options of a sweep');
  const { faults, wire, orders, crashes, time, replay } = options;
  for (const [name, list] of Object.entries({ faults, wire })) {
    if (list && list.length === 0) throw invalid(name, 'must not be empty: leave it out for the default');
  }
  if (tasks.length === 0) throw invalid('tasks', 'must not be empty: name at least one task');
  if (tasks.length > mostTasks) {
    throw invalid(
      'tasks',
      `must be at most ${mostTasks}: nearly every race needs only two. Choose the tasks that meet`,
    );
  }
  if (time === 'real' && (orders || crashes || replay !== undefined)) {
    throw invalid('time', 'must be virtual for orders, crashes and replay');
  }
  if (faults === false && replay === undefined && !crashes && (orders === false || time === 'real')) {
    throw invalid('faults', 'must not be false if orders and crashes are off: nothing would be swept');
  }
}
