import type { Calibration } from '@mailrig/contract';
import type { Answer } from './answer.ts';
import { ask, type AskOptions, requestsOf } from './ask.ts';
import { type Cause, causesOf } from './causes.ts';
import { compareTranscripts, type Difference } from './compare.ts';
import { curlOf } from './curl.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftMember, DriftReport, KnownDrift } from './drift.ts';
import type { StepName } from './script.ts';
import type { ProbeRequest } from './step.ts';

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
  const { onRequest: _unseen, onReached: _alsoUnseen, onWait: _unseenToo, ...quietly } = asking;
  const own = await ask(sandbox, { ...quietly, run, wait: waitInSandbox });
  const steps = requestsOf(options.tiers ?? ['observe'], options);
  const requests = new Map(steps);
  const { same, causes, notMeasured: unknown } = causesOf(steps, asked, own, calibration);
  // What only the sandbox lacks is not said of the deployment.
  const ofSandbox = Object.entries(own.missing).map(([step, reason]) => [step, `in the sandbox: ${reason}`]);
  const notMeasured: Readonly<Record<string, string>> = {
    ...Object.fromEntries(ofSandbox),
    ...asked.missing,
    ...unknown,
  };

  const isRead = (step: StepName) => {
    const request = requests.get(step);
    return request?.tier === 'observe' && request.method === 'GET' && request.until === undefined;
  };
  const reads = new Set(causes.flatMap(({ members }) => members.map(({ step }) => step).find(isRead) ?? []));
  const alternating = new Map<StepName, ReadonlyMap<string, string>>();
  for (const step of reads) {
    const changes = await changesOf(step, asked.again, requests.get(step));
    if (changes.size > 0) alternating.set(step, changes);
  }

  const readable = (text: string) => text.replaceAll(run, '{run}');
  const memberOf = ({ step, path, deployment: theirs, sandbox: ours }: Difference): DriftMember => ({
    probe: readable(`${step} ${path}`),
    deployment: readable(theirs),
    sandbox: readable(ours),
  });
  const entry = (cause: Cause, some: readonly Difference[]): Drift => {
    const one = cause.drift(some);
    const [first] = some;
    const request = first && requests.get(first.step);
    const [later] = some.flatMap(({ step, path }) => alternating.get(step)?.get(path) ?? []);
    return {
      ...one,
      probe: readable(one.probe),
      deployment: readable(one.deployment),
      sandbox: readable(one.sandbox),
      seen: readable(one.seen),
      members: some.map(memberOf),
      ...(later !== undefined && {
        verdict: 'contradicts itself',
        seen: readable(`${one.seen}; asked twice more, ${later}`),
        ...(one.option && { deployment: 'contradictory' }),
      }),
      ...(request && { request: curlOf(deployment, request, asked.values) }),
    };
  };
  const expected = known.flatMap(({ members = [] }) => members);
  const texts = new Set(expected.map(textOf));
  const isExpected = (one: Difference, everywhere: string | undefined) => {
    const member = memberOf(one);
    const end = one.path.endsWith(' form') ? ' form' : ` ${one.path}`;
    return (
      texts.has(textOf(member)) ||
      (everywhere !== undefined &&
        expected.some(
          ({ probe, deployment: theirs, sandbox: ours }) =>
            probe.endsWith(end) && theirs === member.deployment && ours === member.sandbox,
        ))
    );
  };
  const drift: Drift[] = [];
  const seenBefore: Drift[] = [];
  for (const cause of causes) {
    const whole = entry(cause, cause.members);
    const [isNew, isOld] = [false, true].map((is) =>
      cause.members.filter((one) => isExpected(one, cause.everywhere) === is),
    ) as [Difference[], Difference[]];
    if (known.some((one) => matches(one, whole) && (one.members === undefined || cause.members.length === 0)))
      seenBefore.push(whole);
    else if (isOld.length === 0) drift.push(whole);
    else {
      seenBefore.push(entry(cause, isOld));
      if (isNew.length > 0) drift.push(entry(cause, isNew));
    }
  }
  const all = new Set([...drift, ...seenBefore].flatMap(({ members }) => members.map(textOf)));
  // A response with another status is not compared any further.
  const uncompared = [
    ...Object.keys(notMeasured),
    ...causes.flatMap(({ members }) =>
      members.flatMap(({ step, path }) => (path === 'status' ? [step] : [])),
    ),
  ];
  const isUnmeasured = (probe: string) =>
    uncompared.some((name) => probe === name || probe.startsWith(`${name} `)) ||
    drift.some((one) => one.probe === probe);
  const stale = known.flatMap((one): readonly KnownDrift[] => {
    const { members = [] } = one;
    const gone = members.filter((member) => !all.has(textOf(member)) && !isUnmeasured(member.probe));
    if (members.length > 0) return gone.length > 0 ? [{ ...one, members: gone }] : [];
    return isUnmeasured(one.probe) || seenBefore.some((whole) => matches(one, whole)) ? [] : [one];
  });
  return {
    date,
    baseUrl: deployment.baseUrl,
    same,
    drift,
    known: seenBefore,
    stale,
    left: asked.left,
    notMeasured,
  };
}

/** The paths at which two responses in a row to the same request disagree, with what each says. */
async function changesOf(
  step: StepName,
  again: (step: StepName) => Promise<Answer | undefined>,
  request: ProbeRequest | undefined,
): Promise<ReadonlyMap<string, string>> {
  const answers = [await again(step), await again(step)];
  const [one, other] = answers;
  if (one === undefined || other === undefined || request === undefined) return new Map();
  const { found } = compareTranscripts([[step, request]], { [step]: one }, { [step]: other });
  return new Map(
    found.map(({ path, deployment, sandbox }) => [path, `it is ${deployment} and then ${sandbox}`]),
  );
}

function textOf({ probe, deployment, sandbox }: DriftMember): string {
  return JSON.stringify([probe, deployment, sandbox]);
}

function matches(entry: KnownDrift, { probe, deployment, sandbox }: Drift): boolean {
  return entry.probe === probe && entry.deployment === deployment && entry.sandbox === sandbox;
}
