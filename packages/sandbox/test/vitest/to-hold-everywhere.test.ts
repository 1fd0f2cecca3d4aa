import { createSandbox } from '@mailrig/sandbox';
import { sweep } from '@mailrig/sandbox/vitest';
import { expect, test } from 'vitest';
import { program as race } from '../sweep/races/check-then-send.ts';
import { correct, naive } from '../sweep/scenarios.ts';

test('a sweep that finds nothing holds everywhere', async () => {
  expect(await sweep(createSandbox(), correct)).toHoldEverywhere();
  await expect(sweep(createSandbox(), correct)).resolves.toHoldEverywhere();
});

test('a sweep that finds something fails with its report', async () => {
  const report = await sweep(createSandbox(), naive);
  expect(report).not.toHoldEverywhere();
  expect(() => expect(report).toHoldEverywhere()).toThrow(String(report));
});

test('a sweep that finds a race fails with its timeline and its replay', async () => {
  const report = await sweep(createSandbox(), race.scenario, { faults: false });
  expect(() => expect(report).toHoldEverywhere()).toThrow(
    /worker 2 .*●send─+○ +← the second email\n(?: +packages\/.*:\d+ .*\n){2} +await sweep\(sandbox, scenario, { replay: 'order:0' }\);/,
  );
});

test('the matcher explains how to use it when it gets anything else', () => {
  expect(() => expect(createSandbox()).toHoldEverywhere()).toThrow(
    'expect(await sweep(sandbox, run)).toHoldEverywhere()',
  );
});
