import type { Calibration } from '@mailrig/contract';
import { ask, type Asked, type AskOptions } from './ask.ts';
import { type Cause, causesOf } from './causes.ts';
import { compareTranscripts, type Difference } from './differences.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftMember, DriftReport, KnownDrift } from './drift.ts';
import { requestsOf, type StepChoice, type Steps } from './script.ts';
import { curlOf } from './sender.ts';

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
  const { same, causes, excused, ...compared } = causesOf(steps, asked, own, calibration);
  const parts = new Set<string>(steps.flatMap(([step, { whole }]) => (whole === undefined ? [] : [step])));
  const ofSandbox = Object.entries(own.missing).filter(([step]) => !parts.has(step));
  const notMeasured = {
    ...Object.fromEntries(ofSandbox.map(([step, reason]) => [step, `in the sandbox: ${reason}`])),
    ...asked.missing,
    ...compared.notMeasured,
  };
  const entry = entryWriter(deployment, asked, run, await changesIn(causes, asked));
  const split = splitByKnown(causes, known, entry);
  // A response with another status is not compared any further.
  const statuses = causes.flatMap(({ members }) => members.filter(({ path }) => path === 'status'));
  const uncompared = [...Object.keys(notMeasured), ...excused, ...statuses.map(({ step }) => step)];
  const { baseUrl } = deployment;
  return {
    date,
    baseUrl,
    same,
    ...split,
    stale: staleIn(known, split, uncompared),
    left: asked.left,
    notMeasured,
  };
}

/** The places at which two responses in a row to the same read disagree, with what each has. */
async function changesIn(causes: readonly Cause[], asked: Asked): Promise<ReadonlyMap<string, string>> {
  const reads = new Map(
    causes.flatMap(({ members }) => {
      const read = members.find(
        ({ request: { tier, method, until } }) =>
          tier === 'observe' && method === 'GET' && until === undefined,
      );
      return read ? [[read.step, read.request]] : [];
    }),
  );
  const changes = new Map<string, string>();
  for (const [step, request] of reads) {
    const [one, other] = [await asked.again(request), await asked.again(request)];
    if (one === undefined || other === undefined) continue;
    const { found } = compareTranscripts([[step, request]], { [step]: one }, { [step]: other });
    for (const { path, deployment, sandbox } of found)
      changes.set(`${step} ${path}`, `it is ${deployment} and then ${sandbox}`);
  }
  return changes;
}

/** Writes the entry of a report for some of the differences that have a cause. */
type EntryWriter = (cause: Cause, some: readonly Difference[]) => Drift;

function entryWriter(
  deployment: Deployment,
  { values }: Asked,
  run: string,
  changes: ReadonlyMap<string, string>,
): EntryWriter {
  return (cause, some) => {
    const { seen, ...drift } = cause.drift(some);
    const [change] = some.flatMap(({ step, path }) => changes.get(`${step} ${path}`) ?? []);
    const members = some.map(({ step, path, deployment: theirs, sandbox }): DriftMember => {
      return { probe: `${step} ${path}`, deployment: theirs, sandbox };
    });
    const changing = {
      ...(drift.option && { deployment: 'contradictory' }),
      seen: `${seen}; asked twice more, ${change}`,
      verdict: 'contradicts itself',
    };
    const entry = { ...drift, seen, members, ...(change !== undefined && changing) };
    const readable = JSON.parse(JSON.stringify(entry).replaceAll(run, '{run}')) as typeof entry as Drift;
    return some[0] ? { ...readable, request: curlOf(deployment, some[0].request, values) } : readable;
  };
}

/** The new differences, and those that are known. */
function splitByKnown(
  causes: readonly Cause[],
  known: readonly KnownDrift[],
  entry: EntryWriter,
): Pick<DriftReport, 'drift' | 'known'> {
  const places = new Set(known.flatMap(({ members = [] }) => members.map(textOf)));
  const split = causes.map((cause) => {
    const whole = entry(cause, cause.members);
    const isKnown = known.some(
      (one) => matches(one, whole) && (cause.everywhere || !one.members || cause.members.length === 0),
    );
    const isOld = whole.members.map((one) => isKnown || places.has(textOf(one)));
    const old = cause.members.filter((_, at) => isOld[at]);
    const fresh = cause.members.filter((one) => !old.includes(one));
    return {
      drift: fresh.length > 0 || (whole.members.length === 0 && !isKnown) ? [entry(cause, fresh)] : [],
      known: old.length > 0 || isKnown ? [entry(cause, old)] : [],
    };
  });
  return { drift: split.flatMap(({ drift }) => drift), known: split.flatMap((one) => one.known) };
}

/** The known differences, or their places, that are gone. */
function staleIn(
  known: readonly KnownDrift[],
  split: Pick<DriftReport, 'drift' | 'known'>,
  uncompared: readonly string[],
): readonly KnownDrift[] {
  const places = new Set([...split.drift, ...split.known].flatMap(({ members }) => members.map(textOf)));
  const names = [...uncompared, ...split.drift.map(({ probe }) => probe)];
  const isGone = ({ probe }: DriftMember) =>
    !names.some((name) => probe === name || probe.startsWith(`${name} `));
  return known.flatMap((one): readonly KnownDrift[] => {
    if (split.known.some((whole) => matches(one, whole))) return [];
    if (one.members?.length) {
      const members = one.members.filter((member) => !places.has(textOf(member)) && isGone(member));
      return members.length > 0 ? [{ ...one, members }] : [];
    }
    return isGone(one) ? [one] : [];
  });
}

function textOf({ probe, deployment, sandbox }: DriftMember): string {
  return JSON.stringify([probe, deployment, sandbox]);
}

function matches(entry: KnownDrift, drift: Drift): boolean {
  return textOf(entry) === textOf(drift);
}
