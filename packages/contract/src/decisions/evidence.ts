/** The document answers the question, in a text or in an example. */
export interface Documented {
  /** The document of the service states it. */
  readonly kind: 'documented';
  /** The text or example, in our own words, such as the example of a list. */
  readonly source: string;
  /** Its limits: the part of the answer that it does not give, or a passage that disagrees. */
  readonly note?: string;
}

/** Something outside the document shows how the service behaves. */
export interface Seen {
  /** `observed` if it supports the answer, `contradicted` if it does not. */
  readonly kind: 'observed' | 'contradicted';
  /**
   * `publication` is a page or client that the service has published. `deployment` is a service that answered
   * requests; it outweighs everything else.
   */
  readonly seenIn: 'publication' | 'deployment';
  /** The page, the client or the request, for example `published clients in Go and Python`. */
  readonly source: string;
  /** When it was recorded: a month, a day or a timestamp in ISO 8601. A publication may be older. */
  readonly date: string;
  /** What it shows, as a sentence. */
  readonly seen: string;
  /** Its limits: the part of the answer that it does not show. */
  readonly note?: string;
}

/** Nothing answers the question: the answer is our choice. */
export interface Assumed {
  /** There is no source: we decided. */
  readonly kind: 'assumed';
  /** What is known, although it does not answer the question. */
  readonly note?: string;
}

/** One reason to trust or to doubt an answer. */
export type Evidence = Documented | Seen | Assumed;

/** All that is known about an answer: findings, or else a single assumption. */
export type EvidenceList =
  | readonly [Assumed]
  | readonly [Documented | Seen, ...(readonly (Documented | Seen)[])];

/** How sure an answer is. */
export type Standing = Evidence['kind'];

/** All standings, in order of precedence. */
export const standings = [
  'contradicted',
  'observed',
  'documented',
  'assumed',
] as const satisfies readonly Standing[];

/**
 * Sums up the evidence for an answer. What a deployment shows decides alone; if there is nothing from one, all
 * evidence counts. A single contradiction makes the answer `contradicted`, whatever else supports it. Then
 * `observed` comes before `documented`, and `documented` before `assumed`.
 */
export function standingOf(evidence: EvidenceList): Standing {
  const all: readonly Evidence[] = evidence;
  const fromDeployment = all.filter((item) => 'seenIn' in item && item.seenIn === 'deployment');
  const decisive = fromDeployment.length > 0 ? fromDeployment : all;
  return standings.find((standing) => decisive.some(({ kind }) => kind === standing)) ?? 'assumed';
}
