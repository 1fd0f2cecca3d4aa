import type { WireChoice } from '../control/wire/wire.ts';
import type { Sandbox } from '../control/sandbox.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import type { Choose } from './choice.ts';
import type { Effect } from './effects.ts';
import type { InjectedFault, SweptRequest } from './faults.ts';
import type { Printed, Step } from './steps.ts';

/** One run of a scenario: what goes wrong in it. Without anything, all tasks run at once without faults. */
export interface Plan {
  /** Wire options; absent: those of the sandbox. */
  readonly wire?: WireChoice | undefined;
  /** A fault on one request. */
  readonly injected?: InjectedFault | undefined;
  /** The tasks run one after the other, in this order. */
  readonly inTurn?: readonly string[] | undefined;
  /** Whether the next of these also starts if one makes no request for a minute: it lets others work meanwhile. */
  readonly isYielding?: boolean | undefined;
  /** A task that starts only when time passes for the nth time, counted from 1; if it does not, after the others. */
  readonly lateStart?: { readonly task: string; readonly wait: number } | undefined;
  /** How many timers may fire until the run counts as endless, if not as many as usual. */
  readonly mostTimers?: number | undefined;
  /** Begins to choose what passes each time that several things wait. Default: the oldest. */
  readonly chooser?: (() => Choose) | undefined;
  /** Everything crashes instead of this request or response, counted from 0. What had not ended starts again. */
  readonly crash?: number | undefined;
  /** Milliseconds until a task starts again, if not those of the options. */
  readonly restartAfter?: number | undefined;
  /** Whether ids, times and random numbers differ from those of other runs. */
  readonly isOther?: boolean | undefined;
  /** Whether to find out, about each request, what the service did for it and the line that made it. */
  readonly isTraced?: boolean | undefined;
}

/** Why a run did not end: `never ends`, and the reason behind a colon. */
export interface Stuck {
  readonly what: string;
  readonly why: string;
  /** Whether it waits for something in memory that a crash in process has left, which a real crash would have ended. */
  readonly isLeftBehind?: boolean;
  /** Whether it took all the real time that a run may take. */
  readonly isSlow?: boolean;
}

/** The records of a scheduler about a run. */
export interface Seen {
  /** What passed, in order; empty in real time. */
  readonly steps: readonly Step[];
  /** How many timers fired; 0 in real time. */
  readonly timers: number;
  /** What a program printed; absent if the scenario is code of this process. */
  readonly printed?: readonly Printed[] | undefined;
  /** The places of the service that checks looked at since; empty in real time. */
  readonly aside: ReadonlySet<string>;
  /** Runs something else, for example a check, in the same time. Throws what it throws, or that it does not end. */
  readonly alone: <R>(work: () => R | PromiseLike<R>) => Promise<R>;
}

/** What happened in one run. */
export interface Trial extends Seen {
  readonly plan: Plan;
  readonly fork: Sandbox;
  /** What `setup` made. */
  readonly state: unknown;
  /** What the function returned; of several tasks, what those returned that succeeded. */
  readonly value: unknown;
  /** Why it did not end; absent if it did. */
  readonly stuck: Stuck | undefined;
  /** Errors of the tasks that failed, by name. */
  readonly failures: ReadonlyMap<string, unknown>;
  readonly effects: readonly Effect[];
  /** The effects before tasks that had failed ran once more. */
  readonly effectsOnce: readonly Effect[];
  /** The state of the service when the tasks had ended. */
  readonly end: Snapshot;
  /** Those that can meet a fault of the sweep, each with the code of the error if the service refused it. */
  readonly requests: readonly (SweptRequest & { readonly code?: string | undefined })[];
  /** How many requests of any kind came to the fork. */
  readonly arrived: number;
  /** Errors of the tasks that failed and so ran once more, by name. */
  readonly repeated: ReadonlyMap<string, unknown>;
}

/** Runs a scenario once. Strategies know scenarios only through it. */
export type Runner = (plan: Plan) => Promise<Trial>;
