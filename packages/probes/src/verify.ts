import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions } from './ask.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftReport, KnownDrift } from './drift.ts';
import { confirmed, repeated } from './confirmation.ts';
import { type Finding, valueOf } from './finding.ts';
import { findingsOf, type Found } from './findings.ts';
import type { Probe } from './probe.ts';

/** What to compare with. */
export interface VerifyOptions extends Omit<AskOptions, 'wait'> {
  /** Waits while the deployment is asked. Default: the system's timer. */
  readonly wait?: AskOptions['wait'];
  /** Waits while the sandbox is asked: moves its clock. */
  readonly waitInSandbox: Required<AskOptions>['wait'];
  /** The calibration that the sandbox was made from, if there is one: a difference from it means that the service changed. */
  readonly calibration?: Calibration;
  /** Differences that are expected. */
  readonly known?: readonly KnownDrift[];
  /** The time to write down. Default: the system's. */
  readonly now?: () => Date;
}

/**
 * Asks a deployment and a sandbox the same, and compares what they do. Reads that show a difference are repeated
 * twice, because a deployment that contradicts itself differs from one that always does otherwise. Answers of 401, 403, 429 and 5xx are no
 * difference: they say nothing about the API.
 *
 * @throws ProbeError if the deployment must not be asked.
 * @throws NoAnswerError if it cannot be reached, refuses the key or fails.
 */
export async function verify(
  deployment: Deployment,
  sandbox: Deployment,
  options: VerifyOptions,
): Promise<DriftReport> {
  const { wait, waitInSandbox, calibration, known = [], now = () => new Date(), ...asking } = options;
  const date = now().toISOString();
  const asked = await ask(deployment, { ...asking, ...(wait && { wait }) });
  const { onRequest: _unseen, onReached: _alsoUnseen, ...quietly } = asking;
  const ours = new Map(
    findingsOf(await ask(sandbox, { ...quietly, wait: waitInSandbox })).map((one) => [
      one.probe,
      one.finding,
    ]),
  );
  const same: string[] = [];
  const different: (Found & { readonly sandbox: string })[] = [];
  const notMeasured: Record<string, string> = {};
  for (const found of findingsOf(asked)) {
    const { probe, finding } = found;
    const own = ours.get(probe);
    if (finding.kind === 'undetermined') notMeasured[probe.name] = finding.reason;
    else if (own?.kind !== 'value') notMeasured[probe.name] = `in the sandbox: ${own?.reason ?? 'not asked'}`;
    else if (valueOf(finding) === own.value) same.push(probe.name);
    else different.push({ ...found, sandbox: own.value });
  }
  const rounds = await repeated(
    asked,
    different.flatMap(({ probe }) => probe.reads),
  );
  const drift = different.map((found) =>
    driftOf(found.probe, confirmed(found, rounds), found.sandbox, calibration),
  );
  const isKnown = (one: Drift) => known.some((entry) => matches(entry, one));
  return {
    date,
    baseUrl: deployment.baseUrl,
    same,
    drift: drift.filter((one) => !isKnown(one)),
    known: drift.filter(isKnown),
    stale: known.filter(
      (entry) => !Object.hasOwn(notMeasured, entry.probe) && !drift.some((one) => matches(entry, one)),
    ),
    notMeasured,
  };
}

function driftOf(
  probe: Probe,
  finding: Finding,
  sandbox: string,
  calibration: Calibration | undefined,
): Drift {
  const { name, question, expected, option, requirements, decisions } = probe;
  const document = requirements.length > 0 ? expected : undefined;
  const calibrated = calibration?.evidence.find((one) => one.probe === name)?.value;
  const ofValue = sandbox === (document ?? calibrated) ? 'service moved' : 'sandbox is wrong';
  return {
    probe: name,
    question,
    verdict: finding.kind === 'contradictory' ? 'contradicts itself' : ofValue,
    deployment: valueOf(finding),
    sandbox,
    ...(document !== undefined && { document }),
    seen: finding.kind === 'value' ? finding.seen : finding.reason,
    ...(option !== undefined && { option }),
    requirements,
    decisions,
  };
}

function matches(entry: KnownDrift, { probe, deployment, sandbox }: Drift): boolean {
  return entry.probe === probe && entry.deployment === deployment && entry.sandbox === sandbox;
}
