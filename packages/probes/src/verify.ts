import type { Calibration } from '@mailrig/contract';
import { ask, type Asked, type AskOptions, requestsOf } from './ask.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftReport, KnownDrift } from './drift.ts';
import { curlOf } from './curl.ts';
import { confirmed, repeated } from './confirmation.ts';
import { followsFrom, sourcesOf } from './explanations.ts';
import { type Finding, valueOf } from './finding.ts';
import { findingsOf, type Found } from './findings.ts';
import type { Probe } from './probe.ts';
import type { ProbeRequest } from './probe-request.ts';
import type { RequestName } from './requests.ts';
import { contradictionsIn } from './rules.ts';
import { compareTranscripts, type Difference } from './tame.ts';

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

/** How often a read that differs is asked again: of two servers that answer by turns, each answers one. */
const rounds = 2;

/**
 * Asks a deployment and a sandbox the same, and compares the answers leaf by leaf. Reads that show a difference are
 * repeated twice, because a deployment that contradicts itself differs from one that always does otherwise. Answers
 * of 401, 403, 429 and 5xx that no step expects are no difference: they say nothing about the API.
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
  const run = asking.run ?? crypto.randomUUID().slice(0, 8);
  const asked = await ask(deployment, { ...asking, run, ...(wait && { wait }) });
  const { onRequest: _unseen, onReached: _alsoUnseen, ...quietly } = asking;
  const own = await ask(sandbox, { ...quietly, run, wait: waitInSandbox });
  const steps = requestsOf(options.tiers ?? ['observe'], options.steps);
  const rows = new Map<RequestName, ProbeRequest>(steps);
  const notMeasured: Record<string, string> = {};
  for (const [name, reason] of [own, asked].flatMap(({ missing }) => Object.entries(missing)))
    notMeasured[name] = String(reason);
  const ofOptions = await optionDrift(asked, own, calibration, notMeasured);
  const { compared, found } = compareTranscripts(steps, asked.answers, own.answers);
  const differing = ofOptions.drift.flatMap(({ option }) => option ?? []);
  const unexplained = found.filter((difference) => {
    const request = rows.get(difference.step);
    return !request || !differing.some((option) => followsFrom[option](difference, request));
  });
  const changing = await changingOf(unexplained, rows, asked, own);
  const contradictory = contradictions(steps, asked, own);
  const drift = [
    ...ofOptions.drift,
    ...byCause([...unexplained, ...contradictory]).map((same): Drift => {
      const { step, path, deployment: theirs, sandbox: ours } = same;
      const request = rows.get(step);
      const itself =
        changing.has(`${step} ${path}`) ||
        contradictory.some((one) => one.step === step && one.path === path);
      const sources = sourcesOf(path);
      const others = same.all.slice(1).map((one) => one.step);
      return {
        probe: `${step} ${path}`,
        question: request ? `What does ${request.method} ${request.path} answer at ${path}?` : path,
        verdict: itself
          ? 'contradicts itself'
          : sources.requirements.length > 0
            ? 'service moved'
            : 'sandbox is wrong',
        deployment: theirs,
        sandbox: ours,
        seen: `${path} is ${theirs}${others.length === 0 ? '' : `, and in ${others.length} more: ${others.slice(0, 3).join(', ')}`}`,
        ...(request && { request: curlOf(deployment, request, asked.values) }),
        ...sources,
      };
    }),
  ];
  const isKnown = (one: Drift) => known.some((entry) => matches(entry, one));
  const differs = new Set<string>(found.map(({ step }) => step));
  const unmeasured = (probe: string) =>
    Object.keys(notMeasured).some((name) => probe === name || probe.startsWith(`${name} `));
  return {
    date,
    baseUrl: deployment.baseUrl,
    same: [...ofOptions.same, ...compared.filter((name) => !differs.has(name))],
    drift: drift.filter((one) => !isKnown(one)),
    known: drift.filter(isKnown),
    stale: known.filter((entry) => !unmeasured(entry.probe) && !drift.some((one) => matches(entry, one))),
    notMeasured,
  };
}

/** Where the deployment contradicts itself and the sandbox does not. */
function contradictions(
  steps: readonly (readonly [RequestName, ProbeRequest])[],
  asked: Asked,
  own: Asked,
): readonly Difference[] {
  return steps.flatMap(([step]) => {
    const [here, there] = [asked.answers[step], own.answers[step]].map((answer) =>
      answer ? contradictionsIn(answer) : [],
    );
    return (here ?? [])
      .filter(([path]) => !there?.some(([other]) => other === path))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'consistent' }));
  });
}

/** The steps and paths at which a read says something else when it is asked again. */
async function changingOf(
  found: readonly Difference[],
  rows: ReadonlyMap<RequestName, ProbeRequest>,
  asked: Asked,
  own: Asked,
): Promise<ReadonlySet<string>> {
  const changing = new Set<string>();
  for (const step of new Set(found.map((one) => one.step))) {
    const request = rows.get(step);
    if (request?.tier !== 'observe' || request.method !== 'GET') continue;
    for (let round = 0; round < rounds; round += 1) {
      const answer = await asked.again(step);
      if (!answer) continue;
      const later = compareTranscripts([[step, request]], { [step]: answer }, own.answers).found;
      for (const { path, deployment } of found.filter((one) => one.step === step))
        if (!later.some((one) => one.path === path && one.deployment === deployment))
          changing.add(`${step} ${path}`);
    }
  }
  return changing;
}

/** Differences with the same values at the same path of their answers have one cause. */
function byCause(
  found: readonly Difference[],
): readonly (Difference & { readonly all: readonly Difference[] })[] {
  const causes = Map.groupBy(found, ({ path, deployment, sandbox }) =>
    JSON.stringify(
      [path.replaceAll(/\[\d*\]|\.own/g, ''), deployment, sandbox].map((text) =>
        text.replaceAll(/\(id of [^)]*\)/g, '(id)'),
      ),
    ),
  );
  return [...causes.values()].flatMap((all) => (all[0] ? [{ ...all[0], all }] : []));
}

/** The differences that a wire option would mend. */
async function optionDrift(
  asked: Asked,
  own: Asked,
  calibration: Calibration | undefined,
  notMeasured: Record<string, string>,
): Promise<{ readonly drift: readonly Drift[]; readonly same: readonly string[] }> {
  const ours = new Map(findingsOf(own).map((one) => [one.probe, one.finding]));
  const same: string[] = [];
  const different: (Found & { readonly sandbox: string })[] = [];
  for (const found of findingsOf(asked)) {
    const { probe, finding } = found;
    const mine = ours.get(probe);
    if (probe.option === undefined) continue;
    if (finding.kind === 'undetermined') notMeasured[probe.name] = finding.reason;
    else if (mine?.kind !== 'value')
      notMeasured[probe.name] = `in the sandbox: ${mine?.reason ?? 'not asked'}`;
    else if (valueOf(finding) === mine.value) same.push(probe.name);
    else different.push({ ...found, sandbox: mine.value });
  }
  const later = await repeated(
    asked,
    different.flatMap(({ probe }) => probe.reads),
  );
  return {
    same,
    drift: different.map((found) =>
      driftOf(found.probe, confirmed(found, later), found.sandbox, calibration),
    ),
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
