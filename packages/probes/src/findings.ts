import type { Asked } from './ask.ts';
import { type Finding, undetermined } from './finding.ts';
import type { Probe } from './probe.ts';
import { probes } from './probes.ts';
import { requests } from './requests.ts';
import { notChosen, tiers } from './tier.ts';

/** A probe and what it found. */
export interface Found {
  /** The question. */
  readonly probe: Probe;
  /** What its answers say. */
  readonly finding: Finding;
}

/**
 * What all probes make of the answers.
 *
 * @param asked The answers of a deployment.
 */
export function findingsOf(asked: Pick<Asked, 'answers' | 'missing'>): readonly Found[] {
  return probes.map((probe) => ({ probe, finding: findingOf(probe, asked) }));
}

function findingOf(
  { reads, needs, conclude }: Probe,
  { answers, missing }: Pick<Asked, 'answers' | 'missing'>,
): Finding {
  const reasons = reads.flatMap((name) => missing[name] ?? []);
  const [reason] = reasons;
  if (reason !== undefined && (needs === 'all' || reasons.length === reads.length))
    return undetermined(reason);
  const finding = conclude(answers);
  if (finding.kind !== 'undetermined') return finding;
  const further = tiers.find((tier) =>
    reads.some((name) => requests[name]?.tier === tier && missing[name] === notChosen(tier)),
  );
  return further === undefined ? finding : undetermined(`${finding.reason}; the tier ${further} may show it`);
}
