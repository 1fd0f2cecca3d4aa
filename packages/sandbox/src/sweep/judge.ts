import { messageOf } from '../control/control-error.ts';
import { type Baseline, isSuccess, subjectOf } from './baseline.ts';
import { type Difference, differencesBetween, doneTo, type Verdict, verdictOf } from './comparison.ts';
import { ordersToken } from './case.ts';
import { count, counted } from './counts.ts';
import { amountOf, type Effect } from './effects.ts';
import type { SweepCheck, SweepOutcome } from './options.ts';
import type { Judged, Strategy } from './strategy.ts';
import type { Trial } from './trial.ts';

/** What did not hold in a run. */
export async function judge(
  trial: Trial,
  baseline: Baseline,
  strategy: Pick<Strategy, 'verdicts'>,
  check: SweepCheck<never, never> | undefined,
): Promise<Verdict[]> {
  const { stuck } = trial;
  if (stuck) {
    if (stuck.isAfterCrash) return [];
    return [{ invariant: 'ends', message: `${subjectOf(baseline.scenario)} ${stuck.what}${stuck.why}.` }];
  }
  const { token, orders } = trial.case;
  if (token === undefined && !orders && !isSuccess(trial, baseline.trial, ...baseline.serial)) {
    const [error] = trial.failures.values();
    return [{ invariant: 'succeeds', message: `${baseline.scenario.subject} fails: ${messageOf(error)}` }];
  }
  const problems = problemsOf(trial, baseline);
  const complaint = await complaintOf(trial, baseline, check);
  return [
    ...strategy.verdicts(trial),
    ...(problems.length > 0 ? [{ invariant: 'consistent' as const, message: problems.join('\n') }] : []),
    ...(complaint === undefined ? [] : [{ invariant: 'check' as const, message: complaint }]),
  ];
}

/** What is wrong with a run, by the nearest right outcome: a fault or a crash may delay a task. */
export function nearestVerdicts(
  effects: readonly Effect[],
  { outcomes, comparison }: Pick<Baseline, 'outcomes' | 'comparison'>,
  verdictsOn: (differences: readonly Difference[]) => Verdict[],
): Verdict[] {
  const found = outcomes.map((expected) => {
    const differences = differencesBetween(effects, expected, comparison.keyOf);
    return { verdicts: verdictsOn(differences), distance: differences.length };
  });
  const [nearest] = found.toSorted(
    (one, other) => one.verdicts.length - other.verdicts.length || one.distance - other.distance,
  );
  return nearest?.verdicts ?? [];
}

/** Checks an order: tasks do what they do one after the other, and one task what it does in the normal order. */
export function orderVerdicts(effects: readonly Effect[], baseline: Baseline): Verdict[] {
  return nearestVerdicts(effects, baseline, (differences) =>
    baseline.serial.length > 0
      ? verdictOf('serializable', differences)
      : verdictOf('order-dependent', differences, 'Unlike in the order of arrival,'),
  );
}

const mostNamed = 3;

/** How many orders of one program end in each way, those that do most first. The first run was in the order of arrival. */
export function conclusionOf(
  all: readonly Judged[],
  { comparison: { keyOf, formOf } }: Baseline,
): { readonly message: string; readonly replay: string } | undefined {
  const ended = all.filter(({ case: { orders }, stuck }) => orders && !stuck);
  const total = ended[0]?.case.orders?.of ?? ordersOf(ended);
  const outcomes = [...Map.groupBy(ended, ({ effects }) => formOf(effects)).values()].map((same) => ({
    count: ordersOf(same),
    token: same[0]?.case.token ?? '',
    amount: amountOf(same[0]?.effects),
    found: Map.groupBy(same[0]?.effects ?? [], keyOf),
  }));
  if (outcomes.length < 2) return undefined;
  const [arrival] = outcomes;
  const sorted = outcomes.toSorted((one, other) => other.amount - one.amount);
  const others = sorted.filter((one) => one !== arrival).slice(0, mostNamed - 1);
  const listed = sorted.filter((one) => one === arrival || others.includes(one));
  const examples = new Map(listed.flatMap(({ found }) => [...found]));
  const differing = [...examples].filter(
    ([key]) => new Set(listed.map(({ found }) => amountOf(found.get(key)))).size > 1,
  );
  const lines = listed.map(({ count: orders, token, found }) => {
    const done = differing
      .slice(0, mostNamed)
      .map(([key, [one]]) => doneInWords(one, amountOf(found.get(key))));
    return `In ${count(orders)} of ${count(total)} orders, ${done.join(', and ')}. The shortest is ${token}.`;
  });
  const unlisted = total - listed.reduce((sum, one) => sum + one.count, 0);
  if (unlisted > 0) lines.push(`In the other ${count(unlisted)}, something else.`);
  return { message: lines.join('\n'), replay: ordersToken(listed, total) };
}

const ordersOf = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { case: { orders } }) => sum + (orders?.count ?? 1), 0);

/** What a replayed case did, for example `In order:0, the email to …: "Welcome" is sent 2 times.` */
export function happenedIn({ case: one, effects }: Judged, { comparison }: Baseline): string {
  const found = [...Map.groupBy(effects, comparison.keyOf).values()];
  const done = found.slice(0, mostNamed).map((same) => doneInWords(same[0], amountOf(same)));
  if (found.length > mostNamed) done.push(`${counted(found.length - mostNamed, 'other effect')} follow`);
  return `In ${one.token}, ${done.join(', and ') || 'nothing is done'}.`;
}

/** For example `the email to grace@example.org: "Welcome" is sent 2 times`. */
function doneInWords(effect: Effect | undefined, number: number): string {
  if (effect?.kind === 'credit') return `verification takes ${counted(number, 'credit')}`;
  return `the ${effect?.title} is ${effect && doneTo(effect)} ${counted(number, 'time')}`;
}

/** The inconsistencies that `check()` finds. It takes long with a large seed, so runs with the same effects are checked once. */
function problemsOf({ fork, effects }: Trial, { comparison, consistent }: Baseline): readonly string[] {
  const form = comparison.formOf(effects);
  if (consistent.has(form)) return [];
  const problems = fork.check();
  if (problems.length === 0) consistent.add(form);
  return problems;
}

/** What is wrong by the user's own check. */
export async function complaintOf(
  trial: Trial,
  { standard }: Baseline,
  check: SweepCheck<never, never> | undefined,
): Promise<string | undefined> {
  if (!check) return undefined;
  const { fork, state, value, failures } = trial;
  const [error] = failures.values();
  const end = failures.size === 0 ? { ok: true as const, value } : { ok: false as const, error };
  const outcome: SweepOutcome<unknown, unknown> = {
    ...end,
    state,
    baseline: { fork: standard.fork, value: standard.value },
  };
  // The check belongs to this scenario, so it takes what the tasks return and what `setup` makes.
  return trial.alone(async () => (await check(fork, outcome as never)) || undefined).catch(messageOf);
}
