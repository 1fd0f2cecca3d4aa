import type { Endpoints, WireOption, WireOptions } from '@mailrig/contract';
import { isCalibration, type WireInput, wireFrom } from '../control/wire/wire.ts';
import { ask, type Transcript, type AskOptions } from './ask.ts';
import { type Cause, causesOf } from './causes.ts';
import { compareTranscripts, type Difference } from './differences.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftMember, DriftReport, KnownDrift } from './drift.ts';
import { findOption, options as wireOptions } from './options.ts';
import { referenceFor } from './reference.ts';
import { requestsOf, script, type StepSelection, type Steps } from './script.ts';
import { curlOf } from './sender.ts';

/** How to compare. */
export interface CompareOptions extends AskOptions, Pick<StepSelection, 'steps' | 'waitFor'> {
  /** The expected wire options. A difference from a calibration means that the service changed. Default: `examples`. */
  readonly wire?: WireInput | undefined;
  /** The operations that are expected. Default `documented`. */
  readonly endpoints?: Endpoints | undefined;
  /** Differences that are expected. */
  readonly known?: readonly KnownDrift[] | undefined;
}

/**
 * Sends requests to a deployment, and the same to a sandbox with the wire options that the responses show, and compares
 * the responses value by value. An option with another value than expected is one difference. Reads that show one are
 * repeated twice, to find a deployment that contradicts itself. Unexpected responses with 401, 403, 429 or 5xx are not
 * compared: they show nothing of the API.
 *
 * @throws DeploymentError if the deployment must not be asked.
 * @throws UnavailableError if it cannot be reached, refuses the key or fails.
 */
export async function compare(deployment: Deployment, options: CompareOptions = {}): Promise<DriftReport> {
  const { wire = {}, endpoints, known = [], ...asking } = options;
  const { tiers = ['observe'], run = crypto.randomUUID().slice(0, 8), steps: ownSteps, waitFor } = asking;
  const expected = wireFrom(wire);
  const date = (deployment.now?.() ?? new Date()).toISOString();
  const transcript = await ask(deployment, { ...asking, run });
  const shown = optionsIn(transcript, expected, wire);
  const sandbox = await referenceFor(deployment, shown.wire, endpoints);
  const reference = await ask(sandbox, { tiers, run, steps: ownSteps, waitFor }, transcript.apart);
  const steps = requestsOf(tiers, options).flatMap(([name, request]): Steps =>
    transcript.apart.has(name) ? ((request.parts ?? []) as Steps) : [[name, request]],
  );
  const { same, excused, ...compared } = causesOf(steps, transcript, reference, shown.wire);
  const causes = [...shown.causes, ...compared.causes];
  // Parts of a whole list need no counterpart in the sandbox.
  const ofSandbox = steps.flatMap(([step, { whole }]) => {
    const reason = whole === undefined ? reference.missing[step] : undefined;
    return reason === undefined ? [] : [[step, `in the sandbox: ${reason}`]];
  });
  const notMeasured = {
    ...Object.fromEntries(ofSandbox),
    ...transcript.missing,
    ...shown.notMeasured,
    ...compared.notMeasured,
  };
  const entry = entryWriter(deployment, transcript, run, await changesIn(causes, transcript));
  const split = splitByKnown(causes, known, entry);
  // A response with another status is not compared any further.
  const statuses = causes.flatMap(({ members }) => members.filter(({ path }) => path === 'status'));
  const uncompared = [...Object.keys(notMeasured), ...statuses.map(({ step }) => step)];
  return {
    date,
    baseUrl: deployment.baseUrl,
    same: [...shown.same, ...same],
    ...split,
    stale: staleIn(known, split, [...uncompared.map((name) => `${name} `), ...excused]),
    left: transcript.left,
    notMeasured,
  };
}

/** The wire options that a deployment shows, and those whose values are not as expected. */
function optionsIn(transcript: Transcript, expected: WireOptions, input: WireInput) {
  const wire: Partial<Record<WireOption, string>> = {};
  const same: string[] = [];
  const causes: Cause[] = [];
  const notMeasured: Record<string, string> = {};
  for (const { option, name, question, decisions } of wireOptions) {
    const { value, step = '', seen } = findOption(option, transcript);
    const [, request] = script.find(([each]) => each === step) ?? [];
    const sandbox = expected[option];
    wire[option] = value ?? sandbox;
    if (value === undefined || request === undefined) notMeasured[name] = seen;
    else if (value === sandbox) same.push(name);
    else {
      const verdict = isCalibration(input) && option in input.wire ? 'service moved' : 'sandbox is wrong';
      const drift = { name, question, verdict, deployment: value, sandbox, seen, option } as const;
      causes.push({
        isEverywhere: true,
        members: [{ step, request, path: name, deployment: value, sandbox }],
        drift: () => ({ ...drift, requirements: [], decisions }),
      });
    }
  }
  return { wire: wire as WireOptions, same, causes, notMeasured };
}

/** The differences of two responses in a row to the same read, by step. */
type Changes = ReadonlyMap<string, readonly Difference[]>;

async function changesIn(causes: readonly Cause[], transcript: Transcript): Promise<Changes> {
  const isRead = ({ request: { tier, method, until } }: Difference) =>
    tier === 'observe' && method === 'GET' && until === undefined;
  const reads = causes.flatMap(({ members }) => members.find(isRead) ?? []);
  const changes = new Map<string, readonly Difference[]>();
  for (const { step, request } of reads) {
    if (changes.has(step)) continue;
    const [one, other] = [await transcript.again(request), await transcript.again(request)];
    changes.set(step, compareTranscripts([[step, request]], { [step]: one }, { [step]: other }).found);
  }
  return changes;
}

/** Makes the function that writes the entry of a report for some of the differences that have a cause. */
function entryWriter(deployment: Deployment, { values }: Transcript, run: string, changes: Changes) {
  return (cause: Cause, some: readonly Difference[]): Drift => {
    const { seen, ...drift } = cause.drift(some);
    // An option is at no path of a response.
    const [change] = some.flatMap(({ step, path }) =>
      (changes.get(step) ?? []).filter((one) => drift.option !== undefined || one.path === path),
    );
    const entry: Drift = {
      ...drift,
      seen,
      request: '',
      members: some.map(({ step, path, ...texts }): DriftMember => {
        return { name: `${step} ${path}`, deployment: texts.deployment, sandbox: texts.sandbox };
      }),
      ...(change && {
        seen: `${seen}; asked twice more, it is ${change.deployment} and then ${change.sandbox}`,
        verdict: 'contradicts itself',
      }),
    };
    const readable = JSON.parse(JSON.stringify(entry).replaceAll(run, '{run}')) as Drift;
    const [request = ''] = some.slice(0, 1).map((one) => curlOf(deployment, one.request, values));
    return { ...readable, request };
  };
}

/** The new differences, and those that are known. */
function splitByKnown(
  causes: readonly Cause[],
  known: readonly KnownDrift[],
  entry: ReturnType<typeof entryWriter>,
): Pick<DriftReport, 'drift' | 'known'> {
  const expected = new Set(known.flatMap(({ members = [] }) => members.map(textOf)));
  const split = causes.map((cause) => {
    const whole = entry(cause, cause.members);
    const isKnown = known.some(
      (one) => textOf(one) === textOf(whole) && (cause.isEverywhere || !one.members),
    );
    const isOld = whole.members.map((one) => isKnown || expected.has(textOf(one)));
    const old = cause.members.filter((_, at) => isOld[at]);
    const fresh = cause.members.filter((_, at) => !isOld[at]);
    return [fresh, old].map((some) => (some.length > 0 ? [entry(cause, some)] : []));
  });
  return { drift: split.flatMap(([fresh = []]) => fresh), known: split.flatMap(([, old = []]) => old) };
}

/** The known differences, or their values, that are gone. */
function staleIn(
  known: readonly KnownDrift[],
  split: Pick<DriftReport, 'drift' | 'known'>,
  uncompared: readonly string[],
): readonly KnownDrift[] {
  const present = new Set([...split.drift, ...split.known].flatMap(({ members }) => members.map(textOf)));
  const found = new Set(split.known.map(textOf));
  const starts = [...uncompared, ...split.drift.map(({ name }) => `${name} `)];
  const isGone = ({ name }: DriftMember) => !starts.some((start) => `${name} `.startsWith(start));
  return known.flatMap((one): readonly KnownDrift[] => {
    if (found.has(textOf(one))) return [];
    if (one.members?.length) {
      const members = one.members.filter((member) => !present.has(textOf(member)) && isGone(member));
      return members.length > 0 ? [{ ...one, members }] : [];
    }
    return isGone(one) ? [one] : [];
  });
}

function textOf({ name, deployment, sandbox }: DriftMember): string {
  return JSON.stringify([name, deployment, sandbox]);
}
