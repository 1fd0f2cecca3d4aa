import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { commands, expectSame } from './commands.ts';
import type { Model } from './state.ts';

// These runs take longer than an ordinary test on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const startAt = '2026-01-01T00:00:00.000Z';

test('any sequence of calls, clock moves, snapshots and restores matches the documented behaviour (A44, A52, A87, A88, A107, A109, A110)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (sequence) => {
      const sandbox = createSandbox({ clock: 'manual', startAt, rateLimit: false });
      sandbox.credits.set(6);
      const model: Model = {
        state: {
          now: Date.parse(startAt),
          credits: 6,
          lists: [],
          emails: [],
          suppressed: new Set(),
          sends: new Map(),
          verified: new Map(),
          batches: [],
        },
        kept: [],
      };
      await fc.asyncModelRun(() => ({ model, real: sandbox }), sequence);
      await expectSame(model.state, sandbox);
      expect(sandbox.check()).toEqual([]);
    }),
    { seed: 20_260_101, numRuns: 100 },
  );
});
