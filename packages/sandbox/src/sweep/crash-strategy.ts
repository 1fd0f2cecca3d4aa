import type { OperationName } from '@mailrig/contract';
import { count, counted } from './counts.ts';
import type { SweepOptions } from './options.ts';
import type { Peace } from './peace.ts';
import type { Step } from './steps.ts';
import { type Case, only } from './case.ts';
import type { Strategy } from './strategy.ts';

/** A crash when each request arrives, and when each answer leaves. Then everything starts again. */
export function crashStrategy<T>(
  { trial }: Peace<T>,
  { limit = 1_000, replay }: SweepOptions<never, never>,
): Strategy<T> {
  const boundaries = trial.steps.filter(({ call }) => call).map(crashCase);
  return {
    name: 'crashes',
    isExact: true,
    rules: { claim: () => 'After the crash and a new start,' },
    *rounds() {
      const cases = only(replay, boundaries);
      if (cases.length > limit) {
        throw new Error(
          `The scenario has ${count(cases.length)} places to crash at, more than the limit of ${count(limit)}. Let it do less, or raise the limit`,
        );
      }
      yield cases;
      const all = counted(boundaries.length, 'boundary').replace(/ys$/, 'ies');
      if (replay !== undefined) return { text: `A crash at 1 of ${all}` };
      return {
        text: boundaries.length === 1 ? 'A crash at the only boundary' : `A crash at every one of ${all}`,
      };
    },
  };
}

function crashCase({ kind, call }: Step, index: number): Case {
  const [operation = '', number] = call?.name.split(' #') ?? [];
  return {
    plan: { crash: index },
    token: `crash:${index}`,
    strike: {
      request: { operation: operation as OperationName, number: Number(number) },
      fault: { name: 'crash' },
      phase: kind === 'request' ? 'before' : 'after',
    },
  };
}
