import { createSandbox } from '@mailrig/sandbox';
import { sweep, test as sandboxTest } from '@mailrig/sandbox/vitest';
import { expect, test } from 'vitest';
import { program as race } from '../../sweep/races/check-then-send.ts';

sandboxTest('expects a race', async ({ sandbox, expect: own }) => {
  own(await sweep(sandbox, race.scenario, { faults: false })).not.toHoldEverywhere();
});

test('finds a race', async () => {
  expect(await sweep(createSandbox(), race.scenario, { faults: false })).toHoldEverywhere();
});
