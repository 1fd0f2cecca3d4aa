/*
 * Compares two transcripts and makes one entry of each cause: a wire option that differs, or differences with the same
 * key.
 */
import { type Calibration, type Fields, fieldsOf, type WireOption } from '@mailrig/contract';
import type { Asked } from './ask.ts';
import { edges, fieldOf, keyOf, linked } from './cause-keys.ts';
import { compareTranscripts, type Difference } from './differences.ts';
import type { Drift } from './drift.ts';
import { fill } from './fill.ts';
import { misfitsIn } from './form.ts';
import { findOption, isValue, options } from './options.ts';
import { contradictionsIn, unlikeSent } from './contradictions.ts';
import { notShown } from './rows.ts';
import type { StepName, Steps } from './script.ts';
import { dataOf, textAt } from './response.ts';
import { claimOf, sourcesOf } from './shown.ts';
import { operationOf, type StepRequest } from './step.ts';

/** The responses of one side. */
export type Transcript = Pick<Asked, 'responses' | 'missing' | 'stopped' | 'values'>;

/** Differences that have one cause, the first one first. */
export interface Cause {
  /** The responses that all have it, for example `all refusals`; then a new response with it is not a new difference. */
  readonly everywhere?: string | undefined;
  /** The differences: none if only a wire option shows it. */
  readonly members: readonly Difference[];
  /** What the report says about these members, or some of them. */
  readonly drift: (members: readonly Difference[]) => Omit<Drift, 'request' | 'members'>;
}

/** A comparison of two transcripts. */
export interface Comparison {
  /** Names of options and steps in which both sides agree. */
  readonly same: readonly string[];
  /** One entry for each cause of differences. */
  readonly causes: readonly Cause[];
  /** Why options could not be compared, by name. */
  readonly notMeasured: Readonly<Record<string, string>>;
}

/** What each option explains of the differences. */
interface OptionCause {
  readonly explains: (difference: Difference, request: StepRequest) => boolean;
  readonly drift: Cause['drift'];
}

/** Compares the responses of a deployment with those of the sandbox. */
export function causesOf(
  steps: Steps,
  deployment: Transcript,
  sandbox: Transcript,
  calibration: Calibration | undefined,
): Comparison {
  const rows = new Map(steps);
  const ofOptions = optionsIn(deployment, sandbox, calibration);
  const { compared, found, ...leaves } = compareTranscripts(steps, deployment.responses, sandbox.responses);
  const contradictory = contradictionsOf(steps, deployment, sandbox);
  // A field that differs is reported once.
  const isNew = ({ step, path }: Difference) =>
    !found.some((one) => one.step === step && (one.path === 'status' || fieldOf(one.path) === fieldOf(path)));
  const all = [...found, ...[...misfits(steps, deployment), ...contradictory].filter(isNew)];
  // Nothing else can be read from a page in an unknown container.
  const unread = (step: StepName) => {
    const [page, request] = [
      found.find((one) => one.step === step && one.path === 'container' && one.deployment === 'absent'),
      rows.get(step),
    ];
    return page && request && ofOptions.causes.find(({ explains }) => explains(page, request));
  };
  const byOption = new Map<OptionCause, Difference[]>(ofOptions.causes.map((cause) => [cause, []]));
  const unexplained = all.filter((one) => {
    const request = rows.get(one.step);
    const known = request && ofOptions.causes.find(({ explains }) => explains(one, request));
    const cause = known ?? (/^(data|items|pagination)\b/.test(one.path) ? unread(one.step) : undefined);
    if (cause) byOption.get(cause)?.push(one);
    return cause === undefined;
  });
  const groups = Map.groupBy(unexplained, (one) => {
    const request = rows.get(one.step);
    const isContradiction = contradictory.includes(one);
    return request === undefined ? one.step : keyOf(one, request) + (isContradiction ? ' contradiction' : '');
  });
  // A response with another status is not compared any further, and the upload store has headers of its own.
  const elsewhere = new Set(all.flatMap(({ step, path }) => (path === 'status' ? [step] : [])));
  const alike = compared.filter(
    (step) => !elsewhere.has(step) && rows.get(step)?.path.startsWith('/') === true,
  );
  const differs = new Set<string>(found.map(({ step }) => step));
  // Parts of a whole list need no counterpart in the sandbox.
  const parts = steps.flatMap(([step, { whole }]) => (whole && deployment.responses[step] ? [step] : []));
  return {
    same: [...ofOptions.same, ...compared.filter((name) => !differs.has(name))],
    causes: [
      ...[...byOption].map(([{ drift }, members]): Cause => ({ members, drift })),
      ...[...groups].flatMap(([key, all]) =>
        (key.startsWith(edges) ? linked(all) : [all]).map((members): Cause => {
          const isContradiction = contradictory.includes(members[0] as Difference);
          const everywhere = key.startsWith(edges) ? undefined : everywhereOf(members, deployment, alike);
          return { everywhere, members, drift: (some) => driftOf(some, rows, isContradiction, everywhere) };
        }),
      ),
    ],
    notMeasured: {
      ...ofOptions.notMeasured,
      ...notShown({ ...leaves, compared: new Set([...compared, ...parts]), deployment, sandbox }),
    },
  };
}

/** What a report says about differences that no option explains. */
function driftOf(
  members: readonly Difference[],
  rows: ReadonlyMap<StepName, StepRequest>,
  isContradiction: boolean,
  everywhere: string | undefined,
): ReturnType<Cause['drift']> {
  // If a statement of the document is about some of the members only, one of these comes first.
  const claimed = members.map((one) => ({ one, claim: claimOf(one) }));
  const { one, claim } = claimed.find((each) => each.claim !== undefined) ?? {
    ...claimed[0],
    claim: undefined,
  };
  const { step, path, deployment, sandbox } = one ?? { step: '', path: '', deployment: '', sandbox: '' };
  const more = members.length - 1;
  const { method, path: requested } = rows.get(step as StepName) ?? { method: 'GET', path: '' };
  return {
    probe: `${step} ${path}`,
    question: `What does ${method} ${requested} answer at ${path}?`,
    verdict: isContradiction ? 'contradicts itself' : claim ? 'service moved' : 'sandbox is wrong',
    deployment: `${deployment}${everywhere ? ` in ${everywhere}` : more === 0 ? '' : `, and ${more} more`}`,
    sandbox,
    ...(claim && { document: claim.says }),
    seen: `${path} is ${deployment}`,
    requirements: claim?.requirements ?? [],
    decisions: claim?.decisions ?? sourcesOf(step as StepName, path).decisions,
  };
}

/** The kind of responses that all show a difference, if it concerns no single one of them. */
function everywhereOf(
  members: readonly Difference[],
  { responses }: Transcript,
  compared: readonly StepName[],
): string | undefined {
  if (!members.every(({ path }) => /^(header|meta)| form$/.test(path))) return undefined;
  const steps = new Set(members.map(({ step }) => step));
  const isRefused = (step: StepName) => (responses[step]?.status ?? 0) >= 400;
  const kinds: readonly (readonly [string, readonly StepName[]])[] = [
    ['all responses', compared],
    ['all refusals', compared.filter(isRefused)],
    ['all successes', compared.filter((step) => !isRefused(step))],
  ];
  // A few responses are not enough to conclude that all have it.
  return kinds.find(([, all]) => all.length >= 10 && all.every((step) => steps.has(step)))?.[0];
}

/** The options whose values differ, and which differences each would remove. */
function optionsIn(deployment: Transcript, sandbox: Transcript, calibration: Calibration | undefined) {
  const same: string[] = [];
  const causes: OptionCause[] = [];
  const notMeasured: Record<string, string> = {};
  for (const row of options) {
    const { option, name, question, decisions, explains } = row;
    const [theirs, ours] = [findOption(option, deployment), findOption(option, sandbox)];
    if (theirs.value === 'undetermined') notMeasured[name] = theirs.seen;
    else if (!isValue(ours)) notMeasured[name] = `in the sandbox: ${ours.seen}`;
    else if (theirs.value === ours.value) same.push(name);
    else {
      const isKnown = isValue(theirs);
      const calibrated = calibration?.evidence.find((one) => one.option === option)?.value;
      causes.push({
        explains: (difference, request) => explains(difference, request, isKnown),
        drift: (members) => ({
          probe: name,
          question,
          verdict: isKnown && ours.value === calibrated ? 'service moved' : 'sandbox is wrong',
          // Without a value, only the places distinguish two such differences.
          deployment:
            isKnown || members.length === 0 ? theirs.value : `${theirs.value} at ${members.length} places`,
          sandbox: ours.value,
          seen: theirs.seen,
          option,
          requirements: [],
          decisions,
        }),
      });
    }
  }
  return { same, causes, notMeasured };
}

/** Where responses of the deployment do not have the form that the document describes. */
function misfits(steps: Steps, deployment: Transcript): readonly Difference[] {
  const wire = options.flatMap(({ option }) => {
    const finding = findOption(option, deployment);
    return isValue(finding) ? [[option, finding.value] as const] : [];
  });
  const responses = steps.flatMap(([step, request]) => {
    const response = deployment.responses[step];
    return response ? [[step, request, response] as const] : [];
  });
  const found = misfitsIn(responses, Object.fromEntries(wire) as Partial<Record<WireOption, never>>);
  return found.map(([step, path, says, expected]) => ({ step, path, deployment: says, sandbox: expected }));
}

/** Where the deployment contradicts itself and the sandbox does not. */
function contradictionsOf(steps: Steps, deployment: Transcript, sandbox: Transcript): readonly Difference[] {
  const sides = [deployment, sandbox].map((side) => ({ ...side, sends: sendsIn(steps, side) }));
  return steps.flatMap(([step, request]) => {
    const [theirs = [], ours = []] = sides.map(({ responses, values, sends }) => {
      const [response, whole] = [responses[step], responses[request.whole as StepName]];
      if (response === undefined) return [];
      const path = fill(request.path, values, encodeURIComponent);
      const emails = operationOf(request) === 'listEmails' ? unlikeSent(response, sends) : [];
      return [...contradictionsIn(response, path, whole), ...emails];
    });
    return theirs
      .filter(([path]) => !ours.some(([other]) => other === path))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'consistent' }));
  });
}

/** The bodies of accepted sends, by the message ids that they got. */
function sendsIn(steps: Steps, { responses, values }: Transcript): ReadonlyMap<unknown, Fields> {
  const sent = steps.flatMap(([step, request]) => {
    const response = responses[step];
    const id = response && operationOf(request) === 'sendEmail' && textAt(dataOf(response), 'messageId');
    return id ? [[id, fieldsOf(fill(request.json, values))] as const] : [];
  });
  // A replay has the id of the first send.
  return new Map(sent.toReversed());
}
