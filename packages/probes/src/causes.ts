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
  const unexplained = [...found, ...formless(steps, deployment, found)].filter((one) => {
    const request = rows.get(one.step);
    return !request || !ofOptions.explain.some((explains) => explains(one, request));
  });
  const contradictory = contradictionsOf(steps, deployment, sandbox);
  const causes = byCause([...unexplained, ...contradictory]).map((cause): Cause => {
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

/** Where responses of the deployment do not have the form that the document describes, and no difference says so. */
function formless(steps: Steps, deployment: Transcript, found: readonly Difference[]): readonly Difference[] {
  const wire = options.flatMap(({ option }) => {
    const finding = findOption(option, deployment);
    return isValue(finding) ? [[option, finding.value] as const] : [];
  });
  const check = formChecks(Object.fromEntries(wire));
  const keyOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  return steps.flatMap(([step, request]) => {
    const answer = deployment.answers[step];
    const known = found.flatMap((one) => (one.step === step ? [keyOf(one.path)] : []));
    return (answer ? check(request, answer) : [])
      .filter(([path]) => !known.includes(keyOf(path)))
      .map(([path, says]): Difference => ({ step, path, deployment: says, sandbox: 'as documented' }));
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

/** Differences of the same kind at the same place of their responses have one cause. */
function byCause(found: readonly Difference[]): readonly (readonly [Difference, ...Difference[]])[] {
  const causes = Map.groupBy(found, ({ path, deployment, sandbox }) => {
    const place = path.replaceAll(/\[\d*\]|\.\(id of [^)]*\)/g, '');
    const values = [deployment, sandbox].map((text) => text.replaceAll(/\(id of [^)]*\)/g, '(id)'));
    // A number that is wrong at one place is wrong by another amount in each response.
    const areNumbers = place !== 'status' && values.every((text) => /^-?\d+(\.\d+)?$/.test(text));
    return JSON.stringify([place, ...(areNumbers ? ['number'] : values)]);
  });
  return [...causes.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}
