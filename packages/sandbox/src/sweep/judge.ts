import { type Invariant, type Evidence, invariants } from './invariants.ts';
import type { SweepCheck, SweepOutcome } from './options.ts';
import { isSuccess, type Peace, subjectOf } from './peace.ts';
import type { Plan, Trial } from './plan.ts';
import { messageOf } from '../control/control-error.ts';

/** An invariant that did not hold in a run, and what is wrong. */
export interface Verdict {
  readonly invariant: Invariant;
  readonly message: string;
}

/** Which of the invariants that need no configuration hold for the runs of a strategy. */
export interface Rules<T> {
  /** Why everything has to be there, after this run. */
  readonly claim?: (trial: Trial<T>) => string | undefined;
  /** What the strategy checks itself, instead of comparing with peace. */
  readonly own?: (trial: Trial<T>) => Verdict | undefined;
}

/** What did not hold in a run. */
export async function judge<T>(
  trial: Trial<T>,
  peace: Peace<T>,
  rules: Rules<T>,
  check: SweepCheck<T, never> | undefined,
): Promise<Verdict[]> {
  const { stuck, effects } = trial;
  if (stuck) {
    return [{ invariant: 'ends', message: `${subjectOf(peace.scenario)} ${stuck.what}${stuck.why}.` }];
  }
  if (isPeaceful(trial.plan) && !isSuccess(trial, peace.trial)) {
    const [error] = trial.failures.values();
    return [{ invariant: 'succeeds', message: `${peace.scenario.subject} fails: ${messageOf(error)}` }];
  }
  const evidence: Evidence = {
    effects,
    baseline: peace.baseline,
    claim: rules.claim?.(trial),
    problems: problemsOf(trial, peace),
  };
  const own = rules.own?.(trial);
  const holding = rules.own ? { consistent: invariants.consistent } : invariants;
  const broken = Object.entries(holding).flatMap(([name, holds]) => {
    const message = holds?.(evidence);
    return message === undefined ? [] : [{ invariant: name as Invariant, message }];
  });
  const message = await complaintOf(trial, peace, check);
  return [
    ...(own ? [own] : []),
    ...broken,
    ...(message === undefined ? [] : [{ invariant: 'check' as const, message }]),
  ];
}

/** What is wrong in the books of the sandbox. They follow from what was done, and a recount takes long with a large seed. */
function problemsOf<T>({ fork, effects }: Trial<T>, { baseline, consistent }: Peace<T>): readonly string[] {
  const form = baseline.formOf(effects);
  if (consistent.has(form)) return [];
  const problems = fork.check();
  if (problems.length === 0) consistent.add(form);
  return problems;
}

function isPeaceful({ strike, order, walk, crash }: Plan): boolean {
  return [strike, order, walk, crash].every((one) => one === undefined);
}

/** What the user's own check says is wrong. */
export async function complaintOf<T>(
  trial: Trial<T>,
  peace: Peace<T>,
  check: SweepCheck<T, never> | undefined,
): Promise<string | undefined> {
  if (!check) return undefined;
  const { fork, value, failures } = trial;
  const [standard = peace.trial] = peace.serial;
  const [error] = failures.values();
  const end = failures.size === 0 ? { ok: true as const, value } : { ok: false as const, error };
  const outcome: SweepOutcome<T, never> = {
    ...end,
    // What the scenario's own setup made: its type is that of the check.
    state: trial.state as never,
    baseline: { fork: standard.fork, value: standard.value },
  };
  const said = await trial.alone(() => check(fork, outcome));
  return said.ok ? said.value || undefined : messageOf(said.error);
}
