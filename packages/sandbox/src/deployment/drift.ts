import type { WireOption } from '@mailrig/contract';
import type { LeftBehind } from './ask.ts';

/** A difference between a deployment and the sandbox: a wire option, or values of responses with one cause. */
export interface Drift extends DriftMember {
  /** The wire option, for example `page-container`, or the first step and path, for example `emails header x-request-id`. */
  readonly name: string;
  /** What was asked. */
  readonly question: string;
  /**
   * - `sandbox is wrong`: the sandbox should do what the deployment does.
   * - `service moved`: the sandbox does what the document says, or what an earlier calibration saw at the deployment.
   * - `contradicts itself`: the parts of one response disagree, or the same request was answered in two ways, as
   *   during a rollout.
   */
  readonly verdict: 'sandbox is wrong' | 'service moved' | 'contradicts itself';
  /** All steps and paths that show it, in order. A wire option has one. */
  readonly members: readonly DriftMember[];
  /** What the deployment does, and at how many more steps and paths. */
  readonly deployment: string;
  /** What the document says about exactly this. Absent if it is silent, or shows several forms. */
  readonly document?: string;
  /** What was seen at the deployment, or why there is no value. */
  readonly seen: string;
  /** The first request that shows it as a command for curl. It names the key as a variable, `MAILRIG_API_KEY`. */
  readonly request: string;
  /** The wire option that changes the sandbox, if there is one. */
  readonly option?: WireOption;
  /** The requirements that it concerns, such as `R53`. */
  readonly requirements: readonly string[];
  /** The decisions that it concerns, such as `A61`. */
  readonly decisions: readonly string[];
}

/** One value that differs. */
export interface DriftMember {
  /** Step and path, for example `emails header x-request-id`. */
  readonly name: string;
  /** What the deployment returns there. */
  readonly deployment: string;
  /** What the sandbox returns there. */
  readonly sandbox: string;
}

/** A difference that is expected: an entry of a report, with a reason. */
export interface KnownDrift extends DriftMember {
  /** Why it may stay. */
  readonly reason: string;
  /** The steps and paths where it is expected; any other is new. Default: `name` alone, or what `deployment` counts. */
  readonly members?: readonly DriftMember[] | undefined;
}

/** A comparison of a deployment and the sandbox. */
export interface DriftReport {
  /** ISO 8601, UTC. */
  readonly date: string;
  /** Address of the deployment. */
  readonly baseUrl: string;
  /** Names of the wire options and steps in which both sides agree. */
  readonly same: readonly string[];
  /** Differences that the file does not expect. */
  readonly drift: readonly Drift[];
  /** Differences that were expected. */
  readonly known: readonly Drift[];
  /** Expected differences that are gone, or that name no option or step. */
  readonly stale: readonly KnownDrift[];
  /** What the run leaves in the deployment. */
  readonly left: LeftBehind;
  /** Why wire options and steps could not be compared, by name. */
  readonly notMeasured: Readonly<Record<string, string>>;
}
