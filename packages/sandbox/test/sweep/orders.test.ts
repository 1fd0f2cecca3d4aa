import { createSandbox, type Sandbox, sweep, type SweepTasks } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { plan, rowsFor, twice } from './programs.ts';
import { request, send } from './scenarios.ts';

/** Numbers that look random, and are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** What a step of a generated program does. Each may depend on what happened before. */
const steps: readonly ((fork: Sandbox, seen: string[]) => Promise<unknown>)[] = [
  (fork) => send(fork, { idempotencyKey: 'one' }),
  (fork) => send(fork, { subject: 'Other' }),
  (fork, seen) => send(fork, { subject: `After ${seen.length}`, idempotencyKey: `key ${seen.length}` }),
  (fork) => request(fork, 'GET', '/emails'),
  (fork) => request(fork, 'GET', '/contact-lists'),
  (fork) => request(fork, 'POST', '/contact-lists', { name: 'Readers' }),
  (fork) => request(fork, 'POST', '/suppressions', { email: 'bob@example.net' }),
  async (fork, seen) => (seen.length % 2 === 0 ? request(fork, 'GET', '/suppressions') : send(fork)),
  async (fork) => fork.mailbox.list().length,
  async () => new Promise((resolve) => setTimeout(resolve, 50)),
];

/** A program of two tasks, and the notes that each of its runs makes of all that it sees. */
function generated(seed: number): { scenario: SweepTasks<string[]>; seen: Set<string> } {
  const next = numbers(seed);
  const seen = new Set<string>();
  const task = () => {
    const mine = Array.from({ length: 1 + next(3) }, () => steps[next(steps.length)]);
    const name = String.fromCharCode(97 + next(26));
    return async (fork: Sandbox, notes: string[]) => {
      for (const [index, step] of mine.entries()) {
        const result = await step?.(fork, notes).catch((error: Error) => error.message);
        const data = JSON.stringify(result ?? null).replaceAll(/"[^"]*(id|At|timestamp)":"?[^",}]*"?/gi, '');
        notes.push(`${name}${index} ${data}`);
      }
    };
  };
  return {
    seen,
    scenario: { setup: () => [], tasks: { one: task(), two: task() } },
  };
}

describe('orders that are not run', () => {
  test.each(Array.from({ length: Number(process.env['GENERATED'] ?? 25) }, (_, seed) => [seed + 1]))(
    'show nothing that a run has not shown, program %i',
    async (seed) => {
      const shown = async (repeat: boolean) => {
        const { scenario } = generated(seed);
        const seen = new Set<string>();
        const report = await sweep(createSandbox({ endpoints: 'published' }), scenario, {
          faults: false,
          // A task that fails would start again, so that no run can stand for another one.
          repeat,
          limit: 5_000,
          check: (fork, { state }) => {
            const effects = fork.mailbox.list().map(({ subject }) => subject).toSorted();
            seen.add(JSON.stringify([state, effects]));
          },
        });
        return { seen: [...seen].toSorted(), report };
      };
      const [some, all] = [await shown(false), await shown(true)];
      expect(some.seen).toEqual(all.seen);
      expect((some.report.orders?.runs ?? 0) + (some.report.orders?.skipped ?? 0)).toBe(all.report.orders?.runs);
      expect(some.report.broken.map(({ invariant, also, replay }) => [invariant, also, replay])).toEqual(
        all.report.broken.map(({ invariant, also, replay }) => [invariant, also, replay]),
      );
    },
  );
});
