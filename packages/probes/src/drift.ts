import type { WireOption } from '@mailrig/contract';

/** A probe whose value differs between a deployment and the sandbox. */
export interface Drift {
  /** Name of the probe, for example `page-container`. */
  readonly probe: string;
  /** What was asked. */
  readonly question: string;
  /**
   * - `sandbox is wrong`: the sandbox should do what the deployment does.
   * - `service moved`: the sandbox does what the document says, or what an earlier calibration saw.
   * - `contradicts itself`: one response of the deployment shows this, another that, as during a rollout.
   */
  readonly verdict: 'sandbox is wrong' | 'service moved' | 'contradicts itself';
  /** What the deployment does; `contradictory` if its responses disagree, `other` if no value stands for it. */
  readonly deployment: string;
  /** What the sandbox does. */
  readonly sandbox: string;
  /** What the document says. Absent if it is silent, or shows several. */
  readonly document?: string;
  /** What was seen at the deployment, or why there is no value. */
  readonly seen: string;
  /** The request as a command for curl. It names the key as a variable, `MAILRIG_API_KEY`. Absent if several requests show it. */
  readonly request?: string;
  /** The wire option that changes the sandbox, if there is one. */
  readonly option?: WireOption;
  /** The requirements that it concerns, such as `R53`. */
  readonly requirements: readonly string[];
  /** The decisions that it concerns, such as `A61`. */
  readonly decisions: readonly string[];
}

/** A difference that is expected. */
export interface KnownDrift {
  /** Name of the probe that shows it. */
  readonly probe: string;
  /** What the deployment does. */
  readonly deployment: string;
  /** What the sandbox does. */
  readonly sandbox: string;
  /** Why it may stay. */
  readonly reason: string;
}

/** A comparison of a deployment and the sandbox. */
export interface DriftReport {
  /** ISO 8601, UTC. */
  readonly date: string;
  /** Address of the deployment. */
  readonly baseUrl: string;
  /** Probes with the same value on both sides. */
  readonly same: readonly string[];
  /** Differences that the file does not expect. */
  readonly drift: readonly Drift[];
  /** Differences that were expected. */
  readonly known: readonly Drift[];
  /** Expected differences that are gone, or whose probe does not exist. */
  readonly stale: readonly KnownDrift[];
  /** Why probes could not be compared, by name. */
  readonly notMeasured: Readonly<Record<string, string>>;
}
