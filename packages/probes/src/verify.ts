import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions } from './ask.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftReport, KnownDrift } from './drift.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './findings.ts';
import type { Probe } from './probe.ts';

/** What to compare with. */
export interface VerifyOptions extends Omit<AskOptions, 'wait'> {
  /** Waits while the deployment is asked. Default: the system's timer. */
  readonly wait?: AskOptions['wait'];
  /** Waits while the sandbox is asked: moves its clock. */
  readonly waitInSandbox: Required<AskOptions>['wait'];
  /** The calibration that the sandbox was made from, if there is one: it tells that the service moved. */
  readonly calibration?: Calibration;
  /** Differences that are expected. */
  readonly known?: readonly KnownDrift[];
  /** The time to write down. Default: the system's. */
  readonly now?: () => Date;
}

/**
 * Asks a deployment and a sandbox the same, and compares what they do. Answers of 401, 403, 429 and 5xx are no
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
  const theirs = findingsOf(await ask(deployment, { ...asking, ...(wait && { wait }) }));
  const { onRequest: _unseen, ...quietly } = asking;
  const ours = new Map(
    findingsOf(await ask(sandbox, { ...quietly, wait: waitInSandbox })).map((one) => [
      one.probe,
      one.finding,
    ]),
  );
  const same: string[] = [];
  const drift: Drift[] = [];
  const notMeasured: Record<string, string> = {};
  for (const { probe, finding } of theirs) {
    const own = ours.get(probe);
    if (finding.kind === 'undetermined') notMeasured[probe.name] = finding.reason;
    else if (own?.kind !== 'value') notMeasured[probe.name] = `in the sandbox: ${own?.reason ?? 'not asked'}`;
    else if (valueOf(finding) === own.value) same.push(probe.name);
    else drift.push(driftOf(probe, finding, own.value, calibration));
  }
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
  finding: Exclude<Finding, { kind: 'undetermined' }>,
  sandbox: string,
  calibration: Calibration | undefined,
): Drift {
  const { name, question, expected, option, requirements, decisions } = probe;
  const document = requirements.length > 0 ? expected : undefined;
  const calibrated = calibration?.evidence.find((one) => one.probe === name)?.value;
  return {
    probe: name,
    question,
    verdict: sandbox === (document ?? calibrated) ? 'service moved' : 'sandbox is wrong',
    deployment: valueOf(finding),
    sandbox,
    ...(document !== undefined && { document }),
    seen: finding.kind === 'value' ? finding.seen : finding.reason,
    ...(option !== undefined && { option }),
    requirements,
    decisions,
  };
}

function valueOf(finding: Exclude<Finding, { kind: 'undetermined' }>): string {
  return finding.kind === 'value' ? finding.value : finding.kind;
}

function matches(entry: KnownDrift, { probe, deployment, sandbox }: Drift): boolean {
  return entry.probe === probe && entry.deployment === deployment && entry.sandbox === sandbox;
}
