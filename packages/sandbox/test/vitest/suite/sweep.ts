import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSandbox } from '@mailrig/sandbox';
import { sweep, test as sandboxTest } from '@mailrig/sandbox/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { naive } from '../../sweep/scenarios.ts';
import { program as race } from '../../sweep/races/check-then-send.ts';

sandboxTest('expects a race', async ({ sandbox, expect: own }) => {
  own(await sweep(sandbox, race.scenario, { faults: false })).not.toHoldEverywhere();
});

test('expects the matcher to throw', async () => {
  const report = await sweep(createSandbox(), race.scenario, { faults: false });
  expect(() => expect(report).toHoldEverywhere()).toThrow('serializable');
});

test('finds a race', async () => {
  expect(await sweep(createSandbox(), race.scenario, { faults: false })).toHoldEverywhere();
});

test('runs out of time', { timeout: 3_000 }, async () => {
  let hasSentTwice = false;
  const report = await sweep(createSandbox(), async (fork) => {
    await naive(fork);
    const isTwice = fork.mailbox.list().length > 1;
    hasSentTwice ||= isTwice;
    while (hasSentTwice && !isTwice) await new Promise((resolve) => setTimeout(resolve, 0.001));
  });
  expect(report).toHoldEverywhere();
});

test('waits for another process', { timeout: 3_000 }, async () => {
  const report = await sweep(createSandbox(), async () => {
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']);
    onTestFinished(() => void child.kill());
    await once(child, 'exit');
  });
  expect(report).toHoldEverywhere();
});
