import { createSandbox } from '@mailrig/sandbox';
import { sweep } from '@mailrig/sandbox/vitest';
import { describe, expect, test } from 'vitest';
import { correct } from '../sweep/scenarios.ts';

describe('a sweep whose test runs out of time', { shuffle: false }, () => {
  const real = { setTimeout, Date };
  let reason: unknown;

  test.fails('fails with its test', { timeout: 200 }, async () => {
    await sweep(createSandbox(), async (fork) => {
      await correct(fork);
      await new Promise((resolve) => setImmediate(resolve));
      for (;;) await new Promise((resolve) => setTimeout(resolve, 0.001));
    }).catch((error: unknown) => {
      reason = error;
    });
    expect(reason).toBeUndefined();
  });

  test('leaves real timers to the next test', () => {
    expect({ setTimeout, Date }).toEqual(real);
    expect(reason).toEqual(new Error('The sweep ended early: its test is over'));
  });
});
