import type { EvidenceList } from './evidence.ts';
import type { WireOption } from '../wire/wire-options.ts';

/**
 * One thing that the documentation of the service leaves open, contradicts, or shows in two shapes,
 * and what Mailrig does about it. The texts are prose with `code` in backticks.
 */
export interface Decision {
  /** Number of the decision, for example `A44`. Tests cite it. */
  readonly id: `A${number}`;
  /** The open question, in a few words. */
  readonly title: string;
  /** What the documentation states, and where. `Not specified.` if it is silent. */
  readonly document: string;
  /** Other answers that were considered. */
  readonly options?: readonly string[];
  /** What the sandbox does by default. */
  readonly answer: string;
  /** What the client sends, accepts or makes of it. */
  readonly client?: string;
  /** Another documented shape, which an option of the sandbox selects. */
  readonly wire?: {
    /** Name of the wire option. */
    readonly option: WireOption;
    /** Meaning of the values after the first. */
    readonly meaning: string;
  };
  /** What supports the answer by default, and what contradicts it. `standingOf` sums it up. */
  readonly evidence: EvidenceList;
}

/** The decisions about one part of the service. */
export interface DecisionPart {
  /** Heading, for example `Rate limit`. */
  readonly title: string;
  /** The decisions of this part of the ledger, in their order. */
  readonly decisions: readonly Decision[];
}
