import type { OperationName } from '@mailrig/contract';
import { count } from './fault-strategy.ts';
import type { Peace } from './peace.ts';
import type { Step } from './steps.ts';
import type { Case } from './case.ts';
import type { Strategy } from './strategy.ts';

/** A crash when each request arrives, and when each answer leaves. Then everything starts again. */
export function crashStrategy<T>(): Strategy<T> {
  return {
    name: 'crashes',
    isExact: true,
    rules: { claim: () => 'After the crash and a new start,' },
    first: ({ trial }: Peace<T>) =>
      trial.steps.filter(({ kind }) => kind !== 'start').map((step, index) => crashCase(step, index)),
    next: () => [],
    tooMany: (runs, limit) =>
      new Error(
        `The scenario has ${count(runs)} places to crash at, more than the limit of ${count(limit)}. Let it do less, or raise the limit`,
      ),
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
