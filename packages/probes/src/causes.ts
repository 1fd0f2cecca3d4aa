import type { Calibration } from '@mailrig/contract';
import type { Asked } from './ask.ts';
import { compareTranscripts, type Difference } from './compare.ts';
import type { Drift } from './drift.ts';
import { formChecks } from './form.ts';
import { findOption, formsOf, isValue, options } from './options.ts';
import { contradictionsIn } from './rules.ts';
import type { StepName } from './script.ts';
import { sourcesOf } from './shown.ts';
import type { ProbeRequest } from './step.ts';

/** The steps that are compared. */
export type Steps = readonly (readonly [StepName, ProbeRequest])[];

/** What one side answered. */
export type Transcript = Pick<Asked, 'answers' | 'missing' | 'stopped'>;

/** A difference with the steps that show it, the first one first. */
export interface Cause {
  /** What the report says. */
  readonly drift: Omit<Drift, 'request'>;
  /** The steps that show it. */
  readonly steps: readonly StepName[];
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

/** Compares the responses of a deployment with those of the sandbox. */
export function causesOf(
  steps: Steps,
  deployment: Transcript,
  sandbox: Transcript,
  calibration: Calibration | undefined,
): Comparison {
  const rows = new Map(steps);
  const ofOptions = optionsIn(deployment, sandbox, calibration);
  const { compared, found } = compareTranscripts(steps, deployment.answers, sandbox.answers);
  const contradictory = contradictionsOf(steps, deployment, sandbox);
  // What a difference or an option says already is no news.
  const isNew = ({ step, path }: Difference) =>
    !found.some((one) => one.step === step && fieldOf(one.path) === fieldOf(path));
  const further = [...formless(steps, deployment), ...contradictory].filter(isNew);
  const unexplained = [...found, ...further].filter((one) => {
    const request = rows.get(one.step);
    return !request || !ofOptions.explain.some((explains) => explains(one, request));
  });
  const causes = byCause(unexplained).map((cause): Cause => {
    const [{ step, path, deployment: theirs, sandbox: ours }, ...others] = cause;
    const { method, path: requested } = rows.get(step) ?? { method: 'GET', path: '' };
    const { requirements, decisions } = sourcesOf(step, path);
    const more = [...new Set(others.map((one) => one.step))].filter((name) => name !== step);
    const moved = requirements.length > 0 ? 'service moved' : 'sandbox is wrong';
    return {
      steps: [step, ...more],
      drift: {
        probe: `${step} ${path}`,
        question: `What does ${method} ${requested} answer at ${path}?`,
        verdict: cause.some((one) => contradictory.includes(one)) ? 'contradicts itself' : moved,
        deployment: theirs,
        sandbox: ours,
        ...(requirements.length > 0 && { document: ours }),
        seen: `${path} is ${theirs}${more.length === 0 ? '' : `, and in ${more.length} more: ${more.slice(0, 3).join(', ')}`}`,
        requirements,
        decisions,
      },
    };
  });
  const differs = new Set<string>(found.map(({ step }) => step));
  return {
    same: [...ofOptions.same, ...compared.filter((name) => !differs.has(name))],
    causes: [...ofOptions.causes, ...causes],
    notMeasured: ofOptions.notMeasured,
  };
}

/** The differences that a wire option would mend. */
function optionsIn(deployment: Transcript, sandbox: Transcript, calibration: Calibration | undefined) {
  const same: string[] = [];
  const causes: Cause[] = [];
  const explain: (typeof options)[number]['explains'][] = [];
  const notMeasured: Record<string, string> = {};
  for (const { option, name, question, decisions, explains } of options) {
    const [theirs, ours] = [findOption(option, deployment), findOption(option, sandbox)];
    if (theirs.value === 'undetermined') notMeasured[name] = theirs.seen;
    else if (!isValue(ours)) notMeasured[name] = `in the sandbox: ${ours.seen}`;
    else if (theirs.value === ours.value) same.push(name);
    else {
      const calibrated = calibration?.evidence.find((one) => one.option === option)?.value;
      const moved = ours.value === calibrated ? 'service moved' : 'sandbox is wrong';
      explain.push(explains);
      causes.push({
        steps: formsOf(option, deployment.answers).map(({ step }) => step),
        drift: {
          probe: name,
          question,
          verdict: theirs.value === 'contradictory' ? 'contradicts itself' : moved,
          deployment: theirs.value,
          sandbox: ours.value,
          seen: theirs.seen,
          option,
          requirements: [],
          decisions,
        },
      });
    }
  }
  return { same, causes, explain, notMeasured };
}

/** Where responses of the deployment do not have the form that the document describes. */
function formless(steps: Steps, deployment: Transcript): readonly Difference[] {
  const wire = options.flatMap(({ option }) => {
    const finding = findOption(option, deployment);
    return isValue(finding) ? [[option, finding.value] as const] : [];
  });
  const check = formChecks(Object.fromEntries(wire));
  return steps.flatMap(([step, request]) => {
    const answer = deployment.answers[step];
    return (answer ? check(request, answer) : []).map(([path, says]): Difference => ({
      step,
      path,
      deployment: says,
      sandbox: 'as documented',
    }));
  });
}

/** Where the deployment contradicts itself and the sandbox does not. */
function contradictionsOf(steps: Steps, deployment: Transcript, sandbox: Transcript): readonly Difference[] {
  return steps.flatMap(([step]) => {
    const [theirs = [], ours = []] = [deployment, sandbox].map(({ answers: { [step]: answer } }) =>
      answer ? contradictionsIn(answer) : [],
    );
    return theirs
      .filter(([path]) => !ours.some(([other]) => other === path))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'consistent' }));
  });
}

/** Differences of the same kind at fields of the same name have one cause. */
function byCause(found: readonly Difference[]): readonly (readonly [Difference, ...Difference[]])[] {
  const causes = Map.groupBy(found, ({ path, deployment, sandbox }) => {
    const field = fieldOf(path);
    const kinds = [deployment, sandbox].map((text) => (/^(status|code)$/.test(field) ? text : kindOf(text)));
    const plain = kinds.find((kind) => ['absent', 'consistent', 'as documented'].includes(kind));
    return JSON.stringify([field, ...(plain === undefined ? kinds : [plain, kinds.indexOf(plain)])]);
  });
  return [...causes.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** The name of the field that a path ends with. */
function fieldOf(path: string): string {
  return path.replaceAll(/\[\d*\]|\.\(id of [^)]*\)/g, '').replace(/^.*\./, '');
}

/** A value that is wrong at one place is another wrong value at the next. */
function kindOf(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'a number';
  return text.startsWith('"') ? 'a text' : text.replaceAll(/\(id of [^)]*\)/g, 'an id');
}
