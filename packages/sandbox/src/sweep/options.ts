import type { OperationName } from '@mailrig/contract';
import { invalid } from '../control/control-error.ts';
import type { WireChoice } from '../control/wire/wire.ts';
import type { Sandbox } from '../control/sandbox/sandbox.ts';
import type { SweepFault } from './faults.ts';

/**
 * What to sweep: code that uses the service through a fork of the sandbox. It runs many times, several runs at
 * once, so it should get everything it needs from the fork.
 */
export type SweepScenario<T> = (fork: Sandbox) => T | PromiseLike<T>;

/** How a run of the scenario ended. */
export type SweepOutcome<T> = (
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: unknown; readonly value?: undefined }
) & {
  /** The run without a fault, under the wire options of the sandbox. */
  readonly baseline: { readonly fork: Sandbox; readonly value: T };
};

/**
 * Your own invariant. It is called after every run, also after those without a fault, and throws or returns a
 * message if something is wrong.
 */
export type SweepCheck<T> = (
  fork: Sandbox,
  outcome: SweepOutcome<T>,
) => string | void | PromiseLike<string | void>;

/** Options of a sweep; none is required. */
export interface SweepOptions<T = unknown> {
  /** Your own invariant. Default: only those of the sweep. */
  readonly check?: SweepCheck<T> | undefined;
  /** The faults to try, simple ones first. Default: `sweepFaults`. */
  readonly faults?: readonly SweepFault[] | undefined;
  /**
   * The wire options to run under. Default: the sandbox's own, then those of the presets `examples`,
   * `reference` and `sparse` that differ from them.
   */
  readonly wire?: readonly WireChoice[] | undefined;
  /** Only requests of these operations meet faults. Default: all. */
  readonly operations?: readonly OperationName[] | undefined;
  /**
   * Whether a scenario that failed runs again, without a fault, as a user who clicks again would do. The
   * invariants then hold for both runs together. Default `false`.
   */
  readonly repeat?: boolean | undefined;
  /** Most runs. A sweep that needs more is an error, so that no sweep is silently incomplete. Default 1,000. */
  readonly limit?: number | undefined;
  /** Runs at a time. Use 1 if the scenario has state outside of the fork. Default 50. */
  readonly concurrency?: number | undefined;
  /** Real milliseconds that a run may take. Default 10,000. */
  readonly timeout?: number | undefined;
}

/** @throws ControlError naming the option that is wrong. */
export function checkOptions({ faults, wire, limit, concurrency, timeout }: SweepOptions<never>): void {
  for (const [name, count] of Object.entries({ limit, concurrency, timeout })) {
    if (count === undefined || (Number.isSafeInteger(count) && count > 0)) continue;
    throw invalid(name, 'must be a whole number of 1 or more');
  }
  for (const [name, list] of Object.entries({ faults, wire })) {
    if (list?.length === 0) throw invalid(name, 'must not be empty: leave it out for the default');
  }
}
