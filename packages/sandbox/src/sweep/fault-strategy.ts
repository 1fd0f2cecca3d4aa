import type { WireOptions, WirePreset } from '@mailrig/contract';
import { wireFrom } from '../control/wire/wire.ts';
import { type Baseline, isSuccess } from './baseline.ts';
import { type Case, injectedName, only, spread } from './case.ts';
import { count, counted } from './counts.ts';
import { isWait, originOf, phasesOf, requestName, ruleOf, type SweepFault, sweepFaults } from './faults.ts';
import { brokenInvariants, type Verdict } from './comparison.ts';
import { nearestVerdicts } from './judge.ts';
import type { AnyOptions, SweepOptions } from './options.ts';
import type { Judged, Strategy } from './strategy.ts';
import type { Trial } from './trial.ts';

const mostNamed = 3;

/** Each fault on each request, under each set of wire options. The runs without a fault come first. */
export function faultStrategy(
  baseline: Baseline,
  current: WireOptions,
  { faults, operations, replay, limit = 1_000, time = 'virtual', wire }: AnyOptions,
): Strategy {
  const chosen = faults || sweepFaults.filter((fault) => time === 'virtual' || !isWait(fault));
  const wires = sweptWireOptions(current, wire);
  return {
    name: 'faults',
    verdicts: (trial) => {
      const isEnough = isSuccess(trial, baseline.trial, ...baseline.serial);
      const claim = isEnough ? `${baseline.scenario.subject} succeeded, but` : undefined;
      const verdictsOn = (effects: Trial['effects']) =>
        nearestVerdicts(effects, baseline, (differences) => brokenInvariants(differences, claim));
      const verdicts = verdictsOn(trial.effects);
      // A task that runs again sends all of its emails again: that is the same cause.
      if (trial.repeated.size > 0 || !verdicts.some(isSentOnce)) return verdicts;
      const lost = lostSends(trial);
      const kept = trial.effects.filter(({ id = '' }) => !lost.has(id));
      if (!verdictsOn(kept).some(isSentOnce)) return verdicts;
      return verdicts.map((verdict) => (isSentOnce(verdict) ? { ...verdict, isDespiteKeys: true } : verdict));
    },
    *rounds() {
      const byWire = (yield wires.map((wire) => ({ wire }))).map((judged) =>
        // Every fault would show the same break again.
        judged.verdicts.length > 0 ? [] : casesAfter(judged, chosen, operations),
      );
      const all = only(replay, byWire.flat(2));
      // The first faults on each request, in turn, under the first set of wire options, then under the next.
      const inTurn = byWire.flatMap((requests) =>
        requests.flatMap((cases) => [...cases.entries()]).toSorted(([one], [other]) => one - other),
      );
      const cases = all.length > limit ? inTurn.slice(0, limit).map(([, one]) => one) : all;
      yield cases;
      const names = [...new Set(all.flatMap(({ met }) => met?.request ?? []))];
      const named = names.length > mostNamed ? '' : ` (${names.join(', ')})`;
      const share = cases.length < all.length ? `The ${count(cases.length)} simplest of ` : '';
      const text = `${share}${counted(all.length, 'fault')} on ${counted(names.length, 'request')}${named}`;
      return { text, notes: time === 'real' && !faults ? [withoutWaits] : [] };
    },
  };
}

/** The shapes in the service's document. The other presets mix them, as its clients read them. */
const documented: readonly WirePreset[] = ['examples', 'reference', 'sparse'];

/** The wire options to sweep, each once: the chosen ones, or the sandbox's own and then the documented presets. */
function sweptWireOptions(current: WireOptions, chosen: AnyOptions['wire'] = [current, ...documented]) {
  const inputs = new Map(chosen.map((input) => [JSON.stringify(wireFrom(input)), input]));
  return [...inputs].map(([text, input]) => {
    if (text === JSON.stringify(wireFrom(current))) return { name: 'of the sandbox', input: undefined };
    return { name: typeof input === 'string' ? input : JSON.stringify(input), input };
  });
}

const withoutWaits = 'Time was real, so slow responses and hangs were not tried.';

const isSentOnce = ({ invariant }: Verdict) => invariant === 'sent-once';

/** The ids of the emails whose sender did not get the response, without an idempotency key for a retry. */
function lostSends({ case: { rule, met }, steps, end }: Trial): ReadonlySet<string | undefined> {
  const { delay, ...others } = rule?.effect ?? {};
  const isOnlySlow = delay !== undefined && Object.keys(others).length === 0;
  const isGivenUp = steps.some(({ call }) => call?.name === met?.request && call?.isGivenUp);
  if (isOnlySlow && !isGivenUp) return new Set();
  const isLost = ({ faultMet, idempotencyKey }: (typeof end.requests.array)[number]) =>
    faultMet && idempotencyKey === undefined;
  return new Set(end.requests.array.filter(isLost).map(({ sentId }) => sentId));
}

function casesAfter(
  { requests, case: { wire } }: Judged,
  faults: readonly SweepFault[],
  operations: SweepOptions['operations'],
): Case[][] {
  const under = wire?.input === undefined ? '' : `, wire ${wire.name}`;
  return requests
    .filter(({ operation }) => operations?.includes(operation) ?? true)
    .map((request) =>
      faults.flatMap((fault) =>
        phasesOf(fault).map((phase) => {
          const origin = originOf(fault.effect);
          const met = { request: requestName(request), fault: fault.name, phase, ...(origin && { origin }) };
          const token = `fault:${met.request}, ${injectedName({ met })}${under}`;
          return { ...(wire && { wire }), met, rule: ruleOf(request, fault, phase), token };
        }),
      ),
    );
}

/** A crash at each request, at each response, and before as many changes of files and databases; then a new start. */
export function crashStrategy(baseline: Baseline, { limit = 1_000, replay }: AnyOptions): Strategy {
  const boundaries = baseline.trial.steps.flatMap(({ kind, call }) => (call ? [{ kind, call }] : []));
  return {
    name: 'crashes',
    verdicts: ({ effects }) =>
      nearestVerdicts(effects, baseline, (differences) =>
        brokenInvariants(differences, 'After the crash and a new start,'),
      ),
    *rounds() {
      const all = boundaries.map(({ kind, call }, crash): Case => {
        const phase = kind === 'request' ? 'before' : 'after';
        return { crash, token: `crash:${crash}`, met: { request: call.name, fault: 'crash', phase } };
      });
      const changed = baseline.trial.changes.map(({ name: request, after: near }, change): Case => {
        return {
          change,
          token: `crash:own,${change}`,
          met: { request, fault: 'crash', phase: 'before', near },
        };
      });
      const tried = spread(only(replay, all), limit);
      const triedChanges = spread(only(replay, changed), all.length);
      yield [...tried, ...triedChanges];
      const some = tried.length < all.length ? count(tried.length) : 'every one';
      const which = all.length === 1 ? 'the only boundary' : `${some} of ${counted(all.length, 'boundary')}`;
      const changes = `${count(triedChanges.length)} of ${counted(changed.length, 'change')} of files and databases`;
      const isUnseen = changed.length === 0 && (baseline.scenario.setup ?? baseline.scenario.replayLine);
      const text = `A crash at ${which}${changed.length > 0 ? ` and before ${changes}` : ''}`;
      return { text, notes: isUnseen ? [onlyAtRequests] : [] };
    },
  };
}

const onlyAtRequests =
  'Crashes came when a request arrived or a response left, not between two changes of your own state. They do if code of a test changes files, or a database of node:sqlite.';
