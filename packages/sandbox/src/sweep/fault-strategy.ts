import { count, counted } from './counts.ts';
import {
  defaultFaults,
  originOf,
  phasesOf,
  type SweepFault,
  requestName,
  type SweptRequest,
} from './faults.ts';
import type { SweepOptions } from './options.ts';
import { isSuccess, type Baseline } from './baseline.ts';
import { brokenInvariants, type Verdict } from './invariants.ts';
import type { Trial } from './plan.ts';
import { nearestVerdicts } from './judge.ts';
import { type Case, only, injectedName, spread } from './case.ts';
import type { Step } from './steps.ts';
import type { Judged, Strategy } from './strategy.ts';
import type { SweptWireOptions } from './wire-options.ts';

/** Requests that the report names; if there are more, it counts them. */
const mostNamed = 3;

/** Each fault on each request, under each choice of wire options. The runs without a fault come first. */
export function faultStrategy(
  baseline: Baseline,
  choices: readonly SweptWireOptions[],
  { faults, operations, replay, limit = 1_000, time = 'virtual' }: SweepOptions<never, never>,
): Strategy {
  const chosen = faults || defaultFaults(time);
  return {
    name: 'faults',
    verdicts: (trial) => {
      const isEnough = isSuccess(trial, baseline.trial, ...baseline.serial);
      const claim = isEnough ? `${baseline.scenario.subject} succeeded, but` : undefined;
      const on = (effects: Trial['effects']) =>
        nearestVerdicts(effects, baseline, (differences) => brokenInvariants(differences, claim));
      const verdicts = on(trial.effects);
      // A task that runs again sends all of its emails again: that is the same cause.
      if (trial.repeated.size > 0 || !verdicts.some(isSentOnce)) return verdicts;
      const lost = lostSends(trial);
      if (!on(trial.effects.filter(({ id = '' }) => !lost.has(id))).some(isSentOnce)) return verdicts;
      return verdicts.map((one) => (isSentOnce(one) ? { ...one, isDespiteKeys: true } : one));
    },
    *rounds() {
      const dry = yield choices.map((wire) => ({ plan: { wire: wire.choice }, wire }));
      const byRun = dry.map((judged) => {
        // Every fault would show the same break again.
        if (judged.verdicts.length > 0) return [];
        return judged.trial.requests
          .filter(({ operation }) => operations?.includes(operation) ?? true)
          .map((request) => casesOn(request, chosen, judged));
      });
      const all = only(replay, byRun.flat(2));
      const cases = all.length > limit ? simplestOf(byRun, limit) : all;
      yield cases;
      const names = [...new Set(all.flatMap(({ injected }) => injected?.request ?? []))];
      const named = names.length > mostNamed ? '' : ` (${names.join(', ')})`;
      const share = cases.length < all.length ? `The ${count(cases.length)} simplest of ` : '';
      const text = `${share}${counted(all.length, 'fault')} on ${counted(names.length, 'request')}${named}`;
      return { text, notes: time === 'real' && !faults ? [withoutWaits] : [] };
    },
  };
}

const withoutWaits = 'Time was real, so slow responses and hangs were not tried.';

const isSentOnce = ({ invariant }: Verdict) => invariant === 'sent-once';

/**
 * The ids of the emails without an idempotency key whose sender did not get the response: with a key, a retry sends
 * nothing.
 */
function lostSends({ plan: { injected }, steps, end }: Trial): ReadonlySet<string | undefined> {
  const { delay, ...others } = injected?.fault.effect ?? {};
  const isOnlySlow = delay !== undefined && Object.keys(others).length === 0;
  const name = injected && requestName(injected.request);
  const isGivenUp = steps.some(({ call }) => call?.name === name && call?.isGivenUp);
  if (isOnlySlow && !isGivenUp) return new Set();
  const lost = end.requests.array.filter(
    ({ faultMet, idempotencyKey: key }) => faultMet && key === undefined,
  );
  return new Set(lost.map(({ sentId }) => sentId));
}

/** The first faults on each request, in turn, under the first choice of wire options, then under the next. */
function simplestOf(byRun: readonly (readonly (readonly Case[])[])[], limit: number): Case[] {
  const inTurn = byRun.flatMap((requests) =>
    requests.flatMap((cases) => [...cases.entries()]).toSorted(([one], [other]) => one - other),
  );
  return inTurn.slice(0, limit).map(([, one]) => one);
}

function casesOn(request: SweptRequest, faults: readonly SweepFault[], { case: dry }: Judged): Case[] {
  return faults.flatMap((fault) =>
    phasesOf(fault).map((phase) => {
      const plan = { ...dry.plan, injected: { request, fault, phase } };
      const origin = originOf(fault.effect);
      const injected = { request: requestName(request), fault: fault.name, phase, ...(origin && { origin }) };
      const wire = dry.wire?.choice === undefined ? '' : `, wire ${dry.wire.name}`;
      return { ...dry, plan, injected, token: `fault:${injected.request}, ${injectedName(injected)}${wire}` };
    }),
  );
}

/** A crash when each request arrives, and when each response leaves. Then everything starts again. */
export function crashStrategy(
  baseline: Baseline,
  { limit = 1_000, replay }: SweepOptions<never, never>,
): Strategy {
  const boundaries = baseline.trial.steps.filter(({ call }) => call).map(crashCase);
  return {
    name: 'crashes',
    verdicts: ({ effects }) =>
      nearestVerdicts(effects, baseline, (differences) =>
        brokenInvariants(differences, 'After the crash and a new start,'),
      ),
    *rounds() {
      const cases = only(replay, boundaries);
      const tried = spread(cases, limit);
      yield tried;
      const all = counted(boundaries.length, 'boundary');
      const some = tried.length < boundaries.length ? count(tried.length) : 'every one';
      const notes = baseline.scenario.setup ? [onlyAtRequests] : [];
      return {
        notes,
        text: `A crash at ${boundaries.length === 1 ? 'the only boundary' : `${some} of ${all}`}`,
      };
    },
  };
}

const onlyAtRequests =
  'Crashes came when a request arrived or a response left, not between two changes of your own state.';

function crashCase({ kind, call }: Step, index: number): Case {
  const phase = kind === 'request' ? 'before' : 'after';
  const injected = { request: call?.name ?? '', fault: 'crash', phase } as const;
  return { plan: { crash: index }, token: `crash:${index}`, injected };
}
