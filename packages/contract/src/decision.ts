/**
 * One thing that api.md leaves open, contradicts, or shows in two shapes, and what Mailrig does
 * about it. The texts are prose with `code` in backticks.
 */
export interface Decision {
  /** Number of the decision, for example `A44`; tests name it. */
  readonly id: `A${number}`;
  /** Short name, for example `idem-replay`. */
  readonly slug: string;
  /** What is open, in a few words. */
  readonly title: string;
  /** What api.md says, and where; `Not shown.` where it is silent. */
  readonly document: string;
  /** What else could have been done, where that was weighed. */
  readonly options?: readonly string[];
  /** What the sandbox does unless told otherwise. */
  readonly answer: string;
  /** What the client accepts, sends or makes of it. */
  readonly client?: string;
  /** Another documented shape that the sandbox can be told to answer with. */
  readonly wire?: {
    /** Name of the wire option. */
    readonly option: string;
    /** Its values, the default first. */
    readonly values: readonly [string, string, ...string[]];
    /** What the values after the first stand for. */
    readonly meaning: string;
  };
}

/** Decisions about one part of the service. */
export interface DecisionPart {
  /** Heading, for example `Rate limit`. */
  readonly title: string;
  readonly decisions: readonly Decision[];
}
