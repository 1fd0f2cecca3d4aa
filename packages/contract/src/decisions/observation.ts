import type { Decision } from './decision.ts';
import type { Documented, EvidenceList, Seen } from './evidence.ts';

/** What a deployment of the service showed about one decision. */
export interface Observation {
  /** Number of the decision, for example `A29`. */
  readonly decision: Decision['id'];
  /**
   * Whether the sandbox does the same: what it does is the default that was seen, or a wire option of the decision
   * is set to what was seen.
   */
  readonly agrees: boolean;
  /** What was seen, as a sentence. It is shown to people: leave out keys and other secrets. */
  readonly seen: string;
  /** The request and the deployment, for example `GET /emails of https://mail.example.com`. */
  readonly source: string;
  /** When it was seen, in ISO 8601. */
  readonly date: string;
}

/**
 * The decisions with observations of a deployment before their other evidence: `observed` if they agree,
 * otherwise `contradicted`. An assumption gives way to what was seen; all other evidence stays.
 *
 * @throws RangeError if an observation names a decision that is not among them.
 */
export function withObservations(
  decisions: readonly Decision[],
  observations: readonly Observation[],
): readonly Decision[] {
  const known = new Set(decisions.map(({ id }) => id));
  const unknown = observations.find(({ decision }) => !known.has(decision));
  if (unknown) {
    throw new RangeError(
      `An observation names ${unknown.decision}, which is not among the decisions. Correct its field "decision".`,
    );
  }
  return decisions.map((decision) => {
    const [first, ...rest] = observations.filter((observation) => observation.decision === decision.id);
    if (!first) return decision;
    const evidence: EvidenceList = [toSeen(first), ...rest.map(toSeen), ...findingsOf(decision.evidence)];
    return { ...decision, evidence };
  });
}

function toSeen({ agrees, seen, source, date }: Observation): Seen {
  return { kind: agrees ? 'observed' : 'contradicted', seenIn: 'deployment', source, date, seen };
}

/** Evidence without an assumption. */
function findingsOf(evidence: EvidenceList): readonly (Documented | Seen)[] {
  return evidence.flatMap((item) => (item.kind === 'assumed' ? [] : [item]));
}
