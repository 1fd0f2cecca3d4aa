import type { Calibration } from '@mailrig/contract';
import { ask, type Asked, type AskOptions } from './ask.ts';
import { type Cause, causesOf } from './causes.ts';
import { compareTranscripts, type Difference } from './differences.ts';
import { curlOf } from './curl.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftMember, DriftReport, KnownDrift } from './drift.ts';
import { requestsOf, type StepChoice, type StepName, type Steps } from './script.ts';
import type { StepRequest } from './step.ts';

/** How to compare. */
export interface CompareOptions extends AskOptions, Pick<StepChoice, 'steps' | 'waitFor'> {
  /** The calibration that the sandbox was made from, if there is one: a difference from it means that the service changed. */
  readonly calibration?: Calibration;
  /** Differences that are expected. */
  readonly known?: readonly KnownDrift[];
}

/**
 * Sends the same requests to a deployment and a sandbox, and compares the responses value by value. A sandbox is called
 * like any other deployment: with `sandbox.clientOptions('test')`, and with its clock as `now` and `wait`. Reads that
 * show a difference are repeated twice, to find a deployment that contradicts itself. Unexpected responses with 401,
 * 403, 429 or 5xx are not compared: they show nothing of the API.
 *
 * @throws DeploymentError if the deployment must not be asked.
 * @throws UnavailableError if it cannot be reached, refuses the key or fails.
 */
export async function compare(
  deployment: Deployment,
  sandbox: Deployment,
  options: CompareOptions = {},
): Promise<DriftReport> {
  const { calibration, known = [], tiers = ['observe'], run = crypto.randomUUID().slice(0, 8) } = options;
  const date = (deployment.now?.() ?? new Date()).toISOString();
  const asked = await ask(deployment, { ...options, run });
  const own = await ask(sandbox, { tiers, run, steps: options.steps, waitFor: options.waitFor }, asked.apart);
  const steps = requestsOf(tiers, options).flatMap(([name, request]): Steps =>
    asked.apart.has(name) ? ((request.parts ?? []) as Steps) : [[name, request]],
  );
  const requests = new Map(steps);
  const { same, causes, notMeasured: unknown } = causesOf(steps, asked, own, calibration);
  const ofSandbox = Object.entries(own.missing).flatMap(([step, reason]) =>
    requests.get(step as StepName)?.whole === undefined ? [[step, `in the sandbox: ${reason}`]] : [],
  );
  const notMeasured = { ...Object.fromEntries(ofSandbox), ...asked.missing, ...unknown };

  const isRead = (step: StepName) => {
    const request = requests.get(step);
    return request?.tier === 'observe' && request.method === 'GET' && request.until === undefined;
  };
  const reads = new Set(causes.flatMap(({ members }) => members.map(({ step }) => step).find(isRead) ?? []));
  const alternating = new Map<StepName, ReadonlyMap<string, string>>();
  for (const step of reads) {
    const changes = await changesOf(step, asked, requests.get(step));
    if (changes.size > 0) alternating.set(step, changes);
  }

  const readable = (text: string) => text.replaceAll(run, '{run}');
  const memberOf = ({ step, path, deployment: theirs, sandbox: ours }: Difference): DriftMember => ({
    probe: readable(`${step} ${path}`),
    deployment: readable(theirs),
    sandbox: readable(ours),
  });
  const entry = (cause: Cause, some: readonly Difference[]): Drift => {
    const { probe, deployment: theirs, sandbox: ours, seen, ...rest } = cause.drift(some);
    const request = some[0] && requests.get(some[0].step);
    const [later] = some.flatMap(({ step, path }) => alternating.get(step)?.get(path) ?? []);
    return {
      ...rest,
      probe: readable(probe),
      deployment: later !== undefined && rest.option ? 'contradictory' : readable(theirs),
      sandbox: readable(ours),
      seen: readable(later === undefined ? seen : `${seen}; asked twice more, ${later}`),
      members: some.map(memberOf),
      ...(later !== undefined && { verdict: 'contradicts itself' }),
      ...(request && { request: curlOf(deployment, request, asked.values) }),
    };
  };
  const texts = new Set(known.flatMap(({ members = [] }) => members.map(textOf)));
  // An entry of one kind of responses is no entry of all.
  const expected = known.flatMap(({ deployment: text, members = [] }) =>
    / in all \w+$/.test(text) ? members : [],
  );
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
    const isOld = cause.members.filter((one) => isExpected(one, cause.everywhere));
    const isNew = cause.members.filter((one) => !isOld.includes(one));
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
  asked: Asked,
  request: StepRequest | undefined,
): Promise<ReadonlyMap<string, string>> {
  const responses = [await asked.again(step), await asked.again(step)];
  const [one, other] = responses;
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
