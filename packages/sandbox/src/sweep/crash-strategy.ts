import type { OperationName } from '@mailrig/contract';
import { count, counted } from './counts.ts';
import type { SweepOptions } from './options.ts';
import type { Baseline } from './baseline.ts';
import type { Step } from './steps.ts';
import { type Case, only } from './case.ts';
import type { Strategy } from './strategy.ts';

/** A crash when each request arrives, and when each response leaves. Then everything starts again. */
export function crashStrategy<T>(
  { trial }: Baseline<T>,
  { limit = 1_000, replay, restart }: SweepOptions<never, never>,
): Strategy<T> {
  const boundaries = trial.steps.filter(({ call }) => call).map(crashCase);
  return {
    name: 'crashes',
    isExact: true,
    rules: { claim: () => 'After the crash and a new start,' },
    later: (plan) => (restart ? undefined : { ...plan, restartAfter: hour }),
    *rounds() {
      const cases = only(replay, boundaries);
      const tried = cases.filter((_, index) => isChosen(index, cases.length, limit));
      const judged = yield tried;
      const later = judged.filter(({ isLater }) => isLater).length;
      const all = counted(boundaries.length, 'boundary').replace(/ys$/, 'ies');
      const some = tried.length < boundaries.length ? count(tried.length) : 'every one';
      return {
        notes: later > 0 ? [laterNote(later)] : [],
        text: boundaries.length === 1 ? 'A crash at the only boundary' : `A crash at ${some} of ${all}`,
      };
    },
  };
}

/** Virtual milliseconds until a new start that is to find no lease and no lock of the one before. */
const hour = 3_600_000;

function laterNote(cases: number): string {
  return `After ${counted(cases, 'crash').replace(/hs$/, 'hes')}, the work was done only if the new start came an hour later, as with a lease. Say when it comes: { restart: { after: '20m' } }.`;
}

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
