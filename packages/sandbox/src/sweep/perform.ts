import { limits } from '@mailrig/contract';
import { Sandbox } from '../control/sandbox.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { orderReplay } from './case.ts';
import { listedLines } from './comparison.ts';
import { counted } from './counts.ts';
import { amountOf, type Effect, isSent } from './effects.ts';
import { crashStrategy, faultStrategy } from './fault-strategy.ts';
import { requestName } from './faults.ts';
import { Findings, hour, startOf, type Sweeping } from './findings.ts';
import { complaintOf, happenedIn, orderVerdicts } from './judge.ts';
import {
  checkSweep,
  type SweepCheck,
  type AnyOptions,
  type SweepOptions,
  type SweepScenario,
  type SweepTasks,
} from './options.ts';
import { OrderStrategy } from './order-strategy.ts';
import { type AboutSweep, foundUntil, SweepReport } from './report.ts';
import { withRunner } from './runner.ts';
import { listed, scenarioFrom } from './scenario.ts';
import { choicesIn, type Step } from './steps.ts';
import type { Strategy } from './strategy.ts';
import type { Trial } from './trial.ts';

/** Performs a sweep; loaded by `sweep` when it is called. */
export async function performSweep<T, S>(
  sandbox: Sandbox,
  input: SweepScenario<T> | SweepTasks<S>,
  check: SweepCheck<T, S> | SweepOptions<T, S> = {},
): Promise<SweepReport> {
  Sandbox.check(sandbox, 'sweep(createSandbox(), (fork) => …)');
  Sandbox.checkOwn(sandbox, 'sweep');
  const options: SweepOptions<T, S> = typeof check === 'function' ? { check } : check;
  const scenario = scenarioFrom(input as SweepScenario<unknown> | SweepTasks<never>);
  checkSweep(scenario.names, options);
  return withRunner(sandbox, scenario, options, (run, realWaits) =>
    sweepBy({ run, sandbox, scenario, options, realWaits }),
  );
}

/** Sweeps with any runner. */
export async function sweepBy(sweeping: Sweeping): Promise<SweepReport> {
  const { run, sandbox, scenario, options, realWaits } = sweeping;
  const { requests } = Sandbox.storeOf(sandbox);
  const before = requests.sequence;
  const unchecked = await baselineOf(run, scenario).catch((error: unknown) => {
    noteFound(options, `The runs without a fault had not ended${realWaits?.reason ?? ''}`);
    throw error;
  });
  if (unchecked.trial.arrived === 0) {
    const hint = requests.sequence > before ? ofSandboxItself : ofAnother;
    throw new Error(`Nothing was swept: the scenario makes no request to the fork that it is given. ${hint}`);
  }
  const { baseline, isAccepted } = await acceptedBy(options.check, unchecked);
  const findings = new Findings(sweeping, baseline);
  let onLaterRuns: string[] = [];
  const report = () => {
    const elsewhere = requests.sequence - before;
    return new SweepReport(findings, baseline, aboutOf(findings, baseline, sweeping, elsewhere, onLaterRuns));
  };
  try {
    // One more run, to record its lines and its order. Only the check fails in it.
    if (!isAccepted)
      await findings.run({
        name: 'baseline',
        verdicts: () => [],
        *rounds() {
          yield [baseline.standard.case];
          return { text: 'A run without faults' };
        },
      });
    for (const strategy of strategiesOf(sandbox, baseline, options)) {
      // What these alone break would show again in each run of the others.
      const cause = isAccepted
        ? findings.groups.some((group) => group.strategy === 'orders') && 'orders alone break something'
        : 'the check fails without them';
      const text = `${titles[strategy.name]} were not tried, because ${cause}`;
      if (cause) findings.tallies.push({ strategy: strategy.name, judged: [], tried: { text } });
      else await findings.run(strategy);
    }
    if (findings.groups.length === 0) onLaterRuns = await notesOnLaterRuns(sweeping, baseline);
  } catch (error) {
    noteFound(options, report());
    throw error;
  }
  return report();
}

function noteFound({ signal }: AnyOptions, found: SweepReport | string): void {
  if (signal?.aborted) foundUntil.set(signal.reason as object, String(found));
}

/** The baseline with the first serial outcome that passes the check. If none does, the baseline as it was. */
async function acceptedBy(check: SweepCheck<never, never> | undefined, unchecked: Baseline) {
  for (const standard of unchecked.serial.length > 0 ? unchecked.serial : [unchecked.trial]) {
    const baseline = { ...unchecked, standard };
    if ((await complaintOf(standard, baseline, check)) === undefined) return { baseline, isAccepted: true };
  }
  return { baseline: unchecked, isAccepted: false };
}

function aboutOf(
  { judged, errors, groups, delayed, tallies }: Findings,
  baseline: Baseline,
  { options, realWaits }: Sweeping,
  elsewhere: number,
  onLaterRuns: readonly string[],
): AboutSweep {
  const { repeat = true, restart, crashes, time, replay, signal } = options;
  const afterCrash = judged.filter(({ stuck }) => stuck?.isAfterCrash).length;
  const hasFailed = judged.some(({ repeated, failures }) => repeated.size + failures.size > 0);
  const hasPassed = hasFailed && groups.length === 0;
  return {
    isReplay: replay !== undefined,
    waits: realWaits?.waits ?? [],
    notes: [
      ...(replay === undefined ? notesOnBaseline(baseline) : notesOnReplay(judged, baseline)),
      ...when(delayed > 0, `In ${counted(delayed, 'run')}, ${heldLater}`),
      ...when(elsewhere > 0, `${counted(elsewhere, 'request')} ${ofNoTask}`),
      ...onLaterRuns,
    ],
    remarks: [
      ...sentAgain(baseline.standard.effects, baseline.comparison.keyOf).map(
        (same) => `Without any fault, the ${same[0]?.title} was sent ${same.length} times.`,
      ),
      ...when(afterCrash > 0, `After ${counted(afterCrash, 'crash')}, ${lockedByCrash}`),
      ...errors,
      ...tallies.flatMap(({ strategy, tried }) =>
        tried || signal?.aborted ? [] : [`${titles[strategy]} ${tooSlow}`],
      ),
      ...when(hasPassed && repeat && crashes === undefined && time !== 'real', uncrashed),
      ...when(hasPassed && repeat && !restart && time !== 'real', noneLater),
      ...when(hasFailed && !repeat, unrepeated),
    ],
  };
}

const when = (isSo: boolean, note: string) => (isSo ? [note] : []);

function notesOnBaseline(baseline: Baseline): string[] {
  const { endless, trial, comparison, scenario } = baseline;
  const lonely = lonelyIn(baseline);
  const whose = lonely.length > 1 ? 'their' : 'its';
  const changing = [...comparison.changing].join(', ');
  const refused = trial.requests.flatMap((one) => (one.code ? `${requestName(one)} (${one.code})` : []));
  return [
    ...endless.map((order) => `The tasks were not compared with ${order}, so they do not end in this order.`),
    ...when(
      lonely.length > 0 && lonely.length < scenario.names.length,
      `${listed(lonely)} overlapped no other task, so ${whose} orders with others were not tried.`,
    ),
    ...when(changing !== '', `Not compared, because they differ in each run: ${changing}.`),
    ...when(refused.length > 0, `The service refused requests without any fault: ${refused.join(', ')}.`),
  ];
}

function notesOnReplay(judged: Findings['judged'], baseline: Baseline): string[] {
  const cases = judged.filter(({ case: { token } }) => token !== undefined);
  const isUncompared = baseline.serial.length === 0 && cases.length === 1 && cases[0]?.case.orders;
  return [...cases.map((one) => happenedIn(one, baseline)), isUncompared ? uncompared : noLonger];
}

/** The idempotency keys of the emails that a run sent with one, by their ids. */
const keysIn = ({ end }: Trial) =>
  new Map(
    end.requests.array.flatMap(({ sentId, idempotencyKey: key }) => (sentId && key ? [[sentId, key]] : [])),
  );

/** What the service refused, for example `sendEmail (IDEMPOTENCY_CONFLICT)`. */
const refusalsIn = ({ requests }: Trial) =>
  requests.flatMap(({ operation, code }) => (code ? `${operation} (${code})` : []));

const creditsIn = ({ effects }: Trial) => amountOf(effects.filter(({ kind }) => kind === 'credit'));

const sentAgain = (effects: Trial['effects'], keyOf: (effect: Effect) => string) =>
  [...Map.groupBy(effects.filter(isSent), keyOf).values()].filter(({ length }) => length > 1);

/** Runs everything once more after each lifetime that matters. Each difference from a second run at once is a line. */
async function notesOnLaterRuns({ run, scenario, options }: Sweeping, baseline: Baseline) {
  const { trial, standard, comparison } = baseline;
  const { faults, time, restart, repeat, replay } = options;
  if (faults === false || repeat === false || restart || time === 'real' || replay !== undefined) return [];
  const { inTurn = scenario.names } = standard.case;
  const twice = (gap: number) => run({ inTurn: [...inTurn, ...inTurn], gap });
  const store = Sandbox.storeOf(trial.fork);
  const used = lifetimes.filter(({ tables }) => tables.some((name) => store[name].size > 0));
  const atOnce = used.length > 0 ? await twice(0) : trial;
  const notes: string[] = [];
  for (const { milliseconds } of used) {
    const later = await twice(milliseconds + hour);
    const keys = keysIn(later);
    const withKey = later.effects.filter(({ id = '' }) => keys.has(id));
    const again = sentAgain(withKey, (one) => `${keys.get(one.id ?? '')} ${comparison.keyOf(one)}`);
    const [credits, usual] = [creditsIn(later), creditsIn(atOnce)];
    const failures = [...later.failures].filter(([name]) => !atOnce.failures.has(name));
    const refusals = refusalsIn(later).filter((one) => !refusalsIn(atOnce).includes(one));
    const lines = [
      ...failures.map(([name, error]) => `${name} fails: ${startOf(error)}`),
      ...refusals.map((one) => `the service refuses ${one}.`),
      ...again.map(([one]) => `it sends the ${one?.title} again with the same key, which has ended.`),
      ...when(credits > usual, `verification takes ${credits} credits, ${usual} if it runs again at once.`),
    ];
    const start = `If everything runs again ${milliseconds / hour + 1} hours later,`;
    notes.push(...lines.map((line) => `${start} ${line}`));
  }
  return listedLines([...new Set(notes)]);
}

/** The tasks whose requests all came before or after those of every other task. */
function lonelyIn({ scenario, trial: { steps } }: Baseline): string[] {
  const isOf = (name: string) => (step: Step) => step.task === name && step.call !== undefined;
  const isBefore = (one: string, other: string) =>
    steps.findLastIndex(isOf(one)) <= steps.findIndex(isOf(other));
  const isLonely = (name: string) =>
    scenario.names.every((other) => other === name || isBefore(name, other) || isBefore(other, name));
  return steps.length === 0 ? [] : scenario.names.filter(isLonely);
}

function strategiesOf(sandbox: Sandbox, baseline: Baseline, options: AnyOptions): readonly Strategy[] {
  const { faults, repeat, replay, time } = options;
  const { scenario, trial, serial } = baseline;
  // What outlives a crash shows that the program is meant to start again.
  const { crashes = trial.changes.length > 0 && repeat !== false && faults !== false } = options;
  // If nothing else is swept, the report says that there are no orders.
  const isOnly = faults === false && !crashes && time !== 'real';
  const hasOrders = scenario.names.length > 1 || choicesIn(trial.steps).length > 0 || isOnly;
  // Faults and crashes are judged by what the tasks do in a right order. So orders come first, and at least the normal one
  // if it is wrong.
  const isWrong = serial.length > 0 && orderVerdicts(trial.effects, baseline).length > 0;
  const isOrdered = (options.orders ?? hasOrders) !== false || isWrong;
  const all: readonly [isAsked: boolean, token: RegExp, () => Strategy][] = [
    [isOrdered, orderReplay, () => new OrderStrategy(baseline, options)],
    [faults !== false, /^fault:/, () => faultStrategy(baseline, sandbox.wire, options)],
    [crashes, /^crash:/, () => crashStrategy(baseline, options)],
  ];
  const chosen = all.filter(([isAsked, token]) => (replay === undefined ? isAsked : token.test(replay)));
  if (replay !== undefined && chosen.length === 0) {
    throw new Error(`There is no replay ${replay}: copy one from a report, for example order:0,1`);
  }
  return chosen.map(([, , strategyOf]) => strategyOf());
}

const uncompared = 'One order of one program was compared with no other, so it is neither right nor wrong.';
const noLonger = 'If a report named this replay, what it reported does not happen any more.';
const titles = { baseline: 'Runs', faults: 'Faults', orders: 'Orders', crashes: 'Crashes' } as const;
const uncrashed = 'Crashes were not tried: { crashes: true } tries them.';
const noneLater =
  "No task that failed ran again a day later, when keys have ended: { restart: { after: '25h' } } tries that.";
/** The lifetimes that the document has, by the tables of what ends. The end of an upload URL comes before the others. */
const lifetimes = [
  { tables: ['idempotentSends', 'verifiedAddresses'], milliseconds: limits.idempotencyLifetime },
  { tables: ['attachments'], milliseconds: limits.attachmentLifetime },
] as const;
const tooSlow = 'were not all tried, because several runs took all the real time of { timeout }.';
const unrepeated = 'No task that failed ran again: see { repeat }.';
const heldLater =
  "the work was done only if the new start came an hour later, as with a lease. Say when it comes: { restart: { after: '20m' } }.";
const lockedByCrash =
  'the new start waited in memory for a lock or a transaction that the crash had left. A real crash ends these, so nothing is known of it: take them in the task, or sweep the program as a command.';
const ofNoTask =
  'came to the sandbox itself, from no task that is known, and took no part in the sweep: use the fork.';

const ofSandboxItself = 'It made its requests to the sandbox of the sweep itself: use the fork in its place';
const ofAnother =
  'It may have used another sandbox, or a real address: use fork.fetch, or fork.baseUrl, and a key of the fork. A request that comes after all tasks have ended does not count';
