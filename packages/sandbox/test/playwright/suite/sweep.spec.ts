import { expect, sweep, test } from '@mailrig/sandbox/playwright';
import { test as plainTest } from '@playwright/test';
import { createSandbox } from '@mailrig/sandbox';
import { correct, naive } from '../../sweep/scenarios.ts';
import { program as race } from '../../sweep/races/check-then-send.ts';

test('a sweep that finds nothing holds everywhere', async ({ sandbox }) => {
  expect(await sweep(sandbox, correct)).toHoldEverywhere();
  expect(await sweep(sandbox, naive)).not.toHoldEverywhere();
  expect(test.info().attachments).toEqual([]);
});

test('fails: a race has its timeline in the report', async ({ sandbox }) => {
  expect(await sweep(sandbox, race.scenario, { faults: false })).toHoldEverywhere();
});

test('a sweep is expected to break', async ({ sandbox }) => {
  const report = await sweep(sandbox, race.scenario, { faults: false });
  expect(() => expect(report).toHoldEverywhere()).toThrow('serializable');
});

plainTest('fails: a race in a test without fixtures', async () => {
  expect(await sweep(createSandbox(), race.scenario, { faults: false })).toHoldEverywhere();
});
