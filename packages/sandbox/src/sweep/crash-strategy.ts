import type { OperationName } from '@mailrig/contract';
import { count, counted } from './counts.ts';
import type { SweepOptions } from './options.ts';
import type { Baseline } from './baseline.ts';
import { brokenInvariants } from './invariants.ts';
import { nearestVerdicts } from './judge.ts';
import type { Step } from './steps.ts';
import { type Case, only } from './case.ts';
import type { Strategy } from './strategy.ts';

/** A crash when each request arrives, and when each response leaves. Then everything starts again. */
export function crashStrategy<T>(
  baseline: Baseline<T>,
  { limit = 1_000, replay }: SweepOptions<never, never>,
): Strategy<T> {
  const boundaries = baseline.trial.steps.filter(({ call }) => call).map(crashCase);
  return {
    name: 'crashes',
    isExact: true,
    verdicts: ({ effects }) =>
      nearestVerdicts(effects, baseline, (differences) => brokenInvariants(differences, claim)),
    *rounds() {
      const cases = only(replay, boundaries);
      const tried = cases.filter((_, index) => isChosen(index, cases.length, limit));
      yield tried;
      const all = counted(boundaries.length, 'boundary');
      const some = tried.length < boundaries.length ? count(tried.length) : 'every one';
      return {
        text: boundaries.length === 1 ? 'A crash at the only boundary' : `A crash at ${some} of ${all}`,
      };
    },
  };
}

const claim = 'After the crash and a new start,';

/** Chooses as many as the limit allows, spread over the whole run. */
function isChosen(index: number, length: number, limit: number): boolean {
  const before = (place: number) => Math.floor((place * Math.min(limit, length)) / length);
  return before(index + 1) > before(index);
}

function crashCase({ kind, call }: Step, index: number): Case {
  const [operation = '', number] = call?.name.split(' #') ?? [];
  return {
    plan: { crash: index },
    token: `crash:${index}`,
    injected: {
      request: { operation: operation as OperationName, number: Number(number) },
      fault: { name: 'crash' },
      phase: kind === 'request' ? 'before' : 'after',
    },
  };
}
