import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, start } from '../harness.ts';
import { correct } from './scenarios.ts';

describe('a scenario that never ends', () => {
  test('is not one whose response never comes: its request fails after five minutes, as with fetch in Node', async () => {
    const failures: unknown[] = [];
    const report = await sweep(
      createSandbox({ clock: 'manual', startAt: start }),
      (fork) => call(fork, 'GET', '/api/v1/emails'),
      {
        faults: [{ name: 'hang', effect: { network: 'hang' } }],
        wire: ['examples'],
        repeat: false,
        check: (fork, { error }) => {
          if (error instanceof Error) failures.push(`${fork.clock.now().toISOString()} ${error.message}`);
        },
      },
    );
    expect(report).toMatchObject({ broken: [], failed: 2 });
    expect(new Set(failures)).toEqual(new Set(['2026-01-01T00:05:00.000Z fetch failed']));
  });

  test('is no break if it waits for a lock in memory that a real crash would end, and the report says what to do', async () => {
    /** As a database in this process: a transaction waits for the one before. */
    const setup = () => ({ last: Promise.resolve() });
    const worker = (fork: Sandbox, lock: ReturnType<typeof setup>) =>
      (lock.last = lock.last.then(() => correct(fork)).then(() => {}));
    const report = await sweep(
      createSandbox(),
      { setup, tasks: { worker } },
      { faults: false, crashes: true },
    );
    expect(report).toMatchObject({ broken: [], failed: 2 });
    expect(report.notes).toEqual([
      expect.anything(),
      expect.stringMatching(
        /^After 2 crashes, the new start waited in memory for a lock .*: take them in the task, or sweep the program as a command\.$/,
      ),
    ]);
  });

  test('is noticed if it polls for ever', async () => {
    const forEver = (every: number) => async (fork: Sandbox) => {
      await correct(fork);
      for (;;) await sleep(every);
    };
    await expect(sweep(createSandbox(), forEver(86_400_000))).rejects.toThrow(
      'The scenario is still waiting after 30 days of virtual time without any fault: it sets one timer after the other',
    );
    await expect(sweep(createSandbox(), forEver(1))).rejects.toThrow(
      'The scenario is still waiting after 10,000 timers without any fault',
    );
  });

  test('is noticed if it never pauses', async () => {
    let isOver = false;
    onTestFinished(() => void (isOver = true));
    const restless = () =>
      new Promise<void>(function again(): void {
        if (!isOver) setImmediate(again);
      });
    await expect(sweep(createSandbox(), restless, { timeout: 50 })).rejects.toThrow(
      'The scenario is still busy after 50 ms without a pause without any fault',
    );
  });
});
