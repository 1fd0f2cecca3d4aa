import type { Calibration } from '@mailrig/contract';
import type { Answer } from './answer.ts';
import { ask, type AskOptions, requestsOf } from './ask.ts';
import { causesOf } from './causes.ts';
import { curlOf } from './curl.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftReport, KnownDrift } from './drift.ts';
import type { Answers, StepName } from './script.ts';

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

/** How often a read that differs is asked again: two servers behind one address may alternate. */
const rounds = 2;

/**
 * Asks a deployment and a sandbox the same, and compares the responses leaf by leaf. Reads that show a difference are
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
  const steps = requestsOf(options.tiers ?? ['observe'], options);
  const requests = new Map(steps);
  const compare = (answers: Answers) => causesOf(steps, { ...asked, answers }, own, calibration);
  const { same, causes, notMeasured: unknown } = compare(asked.answers);

  const isRead = (step: StepName) => {
    const request = requests.get(step);
    return request?.tier === 'observe' && request.method === 'GET' && request.until === undefined;
  };
  const reads = new Set(causes.flatMap(({ steps: shownBy }) => shownBy.find(isRead) ?? []));
  const later = new Map<string, string>();
  for (let round = 0; reads.size > 0 && round < rounds; round += 1) {
    const answers: Partial<Record<StepName, Answer>> = { ...asked.answers };
    for (const step of reads) {
      const answer = await asked.again(step);
      if (answer) answers[step] = answer;
    }
    const found = new Map(compare(answers).causes.map(({ drift }) => [drift.probe, drift.deployment]));
    for (const { drift } of causes) {
      const value = found.get(drift.probe) ?? drift.sandbox;
      if (value !== drift.deployment) later.set(drift.probe, value);
    }
  }

  const drift = causes.map(({ drift: one, steps: [first] }): Drift => {
    const request = first === undefined || one.option ? undefined : requests.get(first);
    const other = later.get(one.probe);
    return {
      ...one,
      ...(other !== undefined && { verdict: 'contradicts itself', seen: `${one.seen}, and later ${other}` }),
      ...(other !== undefined && one.option && { deployment: 'contradictory' }),
      ...(request && { request: curlOf(deployment, request, asked.values) }),
    };
  });
  const notMeasured = { ...own.missing, ...asked.missing, ...unknown } as Readonly<Record<string, string>>;
  const isUnmeasured = ({ probe }: KnownDrift) =>
    Object.keys(notMeasured).some((name) => probe === name || probe.startsWith(`${name} `));
  const isKnown = (one: Drift) => known.some((entry) => matches(entry, one));
  return {
    date,
    baseUrl: deployment.baseUrl,
    same,
    drift: drift.filter((one) => !isKnown(one)),
    known: drift.filter(isKnown),
    stale: known.filter((entry) => !isUnmeasured(entry) && !drift.some((one) => matches(entry, one))),
    notMeasured,
  };
}

function matches(entry: KnownDrift, { probe, deployment, sandbox }: Drift): boolean {
  return entry.probe === probe && entry.deployment === deployment && entry.sandbox === sandbox;
}
