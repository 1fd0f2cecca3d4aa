import type { Calibration } from '@mailrig/contract';
import { ask, type Asked, type AskOptions, requestsOf } from './ask.ts';
import { compareTranscripts, type Difference } from './compare.ts';
import { curlOf } from './curl.ts';
import type { Deployment } from './deployment.ts';
import type { Drift, DriftReport, KnownDrift } from './drift.ts';
import { findOption, formsOf, isValue, options } from './options.ts';
import { formChecks } from './form.ts';
import { contradictionsIn } from './rules.ts';
import type { StepName } from './script.ts';
import { sourcesOf } from './shown.ts';
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

/** How often a read that differs is asked again: two servers behind one address may alternate. */
const rounds = 2;

type Rows = ReadonlyMap<StepName, ProbeRequest>;

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
  const rows: Rows = new Map(steps);
  const notMeasured: Record<string, string> = Object.fromEntries(
    [own, asked].flatMap(({ missing }) => Object.entries(missing)).map(([name, why]) => [name, String(why)]),
  );
  const ofOptions = await optionDrift(asked, own, rows, calibration, notMeasured);
  const { compared, found } = compareTranscripts(steps, asked.answers, own.answers);
  const explained = ofOptions.drift.map(({ explains }) => explains);
  const unexplained = [...found, ...formless(steps, asked, found)].filter((one) => {
    const request = rows.get(one.step);
    return !request || !explained.some((explains) => explains(one, request));
  });
  const contradictory = contradictionsOf(steps, asked, own);
  const causes = byCause([...unexplained, ...contradictory]);
  const firsts = causes.map(([one]) => one);
  const changing = await changingIn(firsts, rows, asked, own);
  const drift = [
    ...ofOptions.drift.map(({ explains: _explains, ...one }) => one),
    ...causes.map((cause): Drift => {
      const [{ step, path, deployment: theirs, sandbox: ours }, ...others] = cause;
      const request = rows.get(step);
      const sources = sourcesOf(step, path);
      const moved = sources.requirements.length > 0 ? 'service moved' : 'sandbox is wrong';
      const itself = cause.some((one) => changing.has(one) || contradictory.includes(one));
      const more = [...new Set(others.map((one) => one.step))].filter((name) => name !== step);
      return {
        probe: `${step} ${path}`,
        question: request ? `What does ${request.method} ${request.path} answer at ${path}?` : path,
        verdict: itself ? 'contradicts itself' : moved,
        deployment: theirs,
        sandbox: ours,
        ...(sources.requirements.length > 0 && { document: ours }),
        seen: `${path} is ${theirs}${more.length === 0 ? '' : `, and in ${more.length} more: ${more.slice(0, 3).join(', ')}`}`,
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

/** Whether a step can be asked again without a change. */
const isRead = (request: ProbeRequest | undefined) =>
  request?.tier === 'observe' && request.method === 'GET' && request.until === undefined;

/** Where responses of the deployment do not have the form that the document describes, and no difference says so. */
function formless(
  steps: readonly (readonly [StepName, ProbeRequest])[],
  asked: Asked,
  found: readonly Difference[],
): readonly Difference[] {
  const wire = options.flatMap(({ option }) => {
    const finding = findOption(option, asked);
    return isValue(finding) ? [[option, finding.value] as const] : [];
  });
  const check = formChecks(Object.fromEntries(wire));
  const keyOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  return steps.flatMap(([step, request]) => {
    const answer = asked.answers[step];
    const known = found.flatMap((one) => (one.step === step ? [keyOf(one.path)] : []));
    return (answer ? check(request, answer) : [])
      .filter(([path]) => !known.includes(keyOf(path)))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'as documented' }));
  });
}

/** Where the deployment contradicts itself and the sandbox does not. */
function contradictionsOf(
  steps: readonly (readonly [StepName, ProbeRequest])[],
  asked: Asked,
  own: Asked,
): readonly Difference[] {
  return steps.flatMap(([step]) => {
    const [here = [], there = []] = [asked, own].map(({ answers: { [step]: answer } }) =>
      answer ? contradictionsIn(answer) : [],
    );
    return here
      .filter(([path]) => !there.some(([other]) => other === path))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'consistent' }));
  });
}

/** The differences of reads that say something else when they are asked again. */
async function changingIn(
  found: readonly Difference[],
  rows: Rows,
  asked: Asked,
  own: Asked,
): Promise<ReadonlySet<Difference>> {
  const changing = new Set<Difference>();
  for (const [step, ofStep] of Map.groupBy(found, (one) => one.step)) {
    const request = rows.get(step);
    for (let round = 0; request && isRead(request) && round < rounds; round += 1) {
      const answer = await asked.again(step);
      if (!answer) continue;
      const later = compareTranscripts([[step, request]], { [step]: answer }, own.answers).found;
      for (const one of ofStep)
        if (!later.some(({ path, deployment }) => path === one.path && deployment === one.deployment))
          changing.add(one);
    }
  }
  return changing;
}

/** Differences of the same kind at the same place of their responses have one cause. */
function byCause(found: readonly Difference[]): readonly (readonly [Difference, ...Difference[]])[] {
  const causes = Map.groupBy(found, ({ path, deployment, sandbox }) => {
    const place = path.replaceAll(/\[\d*\]|\.own|\.\(id of [^)]*\)/g, '');
    const values = [deployment, sandbox].map((text) => text.replaceAll(/\(id of [^)]*\)/g, '(id)'));
    // A number that is wrong at one place is wrong by another amount in each response.
    const kinds =
      values.every((text) => /^-?\d+(\.\d+)?$/.test(text)) && place !== 'status' ? ['number'] : values;
    return JSON.stringify([place, ...kinds]);
  });
  return [...causes.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** The differences that a wire option would mend. */
async function optionDrift(
  asked: Asked,
  own: Asked,
  rows: Rows,
  calibration: Calibration | undefined,
  notMeasured: Record<string, string>,
) {
  const same: string[] = [];
  const drift: (Drift & Pick<(typeof options)[number], 'explains'>)[] = [];
  for (const { option, name, question, decisions, explains } of options) {
    const [theirs, ours] = [asked, own].map((one) => findOption(option, one));
    if (!theirs || theirs.value === 'undetermined') notMeasured[name] = theirs?.seen ?? '';
    else if (!ours || !isValue(ours)) notMeasured[name] = `in the sandbox: ${ours?.seen}`;
    else if (theirs.value === ours.value) same.push(name);
    else {
      const later = theirs.value === 'contradictory' ? undefined : await laterValue(option, asked, rows);
      const changed = later !== undefined && later !== theirs.value;
      const calibrated = calibration?.evidence.find((one) => one.option === option)?.value;
      const moved = ours.value === calibrated ? 'service moved' : 'sandbox is wrong';
      drift.push({
        probe: name,
        question,
        verdict: changed || theirs.value === 'contradictory' ? 'contradicts itself' : moved,
        deployment: changed ? 'contradictory' : theirs.value,
        sandbox: ours.value,
        seen: changed ? `the same requests showed ${theirs.value}, and later ${later}` : theirs.seen,
        option,
        requirements: [],
        decisions,
        explains,
      });
    }
  }
  return { drift, same };
}

/** Another value that the first read shows, if it is asked again; `undefined` if it shows the same or nothing. */
async function laterValue(
  option: (typeof options)[number]['option'],
  asked: Asked,
  rows: Rows,
): Promise<string | undefined> {
  const read = formsOf(option, asked.answers).find(({ step }) => isRead(rows.get(step)));
  if (!read) return undefined;
  const [before] = read.values;
  for (let round = 0; round < rounds; round += 1) {
    const answer = await asked.again(read.step);
    const answers = answer ? { [read.step]: answer } : {};
    const { value } = findOption(option, { answers, missing: {}, stopped: undefined });
    if (value !== 'undetermined' && value !== before) return value;
  }
  return undefined;
}

function matches(entry: KnownDrift, { probe, deployment, sandbox }: Drift): boolean {
  return entry.probe === probe && entry.deployment === deployment && entry.sandbox === sandbox;
}
