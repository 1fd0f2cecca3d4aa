import type { Sandbox } from '@mailrig/sandbox';
import { test } from '@mailrig/sandbox/vitest';
import { describe, expect, test as plainTest, vi } from 'vitest';
import { send } from '../conformance/emails.ts';

const seen = new Set<Sandbox>();

describe('concurrent tests', { shuffle: false }, () => {
  test.concurrent.for(['one', 'two', 'three'])(
    'test %s has its own sandbox',
    async (name, { sandbox, expect: own }) => {
      seen.add(sandbox);
      own(sandbox).not.toHaveSentEmail();
      own((await send(sandbox, { subject: name })).outcome).toBe('201');
      await Promise.resolve();
      own(sandbox).toHaveSentEmail({ subject: name });
      own(sandbox.mailbox.list()).toHaveLength(1);
    },
  );

  plainTest('three tests had three sandboxes', () => {
    expect(seen.size).toBe(3);
  });
});

describe('suite options', () => {
  test.override({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

  test('every sandbox of the suite has these options', ({ sandbox, expect: own }) => {
    own(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:00.000Z');
  });
});

describe('a test that waits for what never happens', { shuffle: false }, () => {
  test.override({ sandboxOptions: { clock: 'manual' } });
  let left: Promise<void> | undefined;

  test.fails('fails when its time is over', { timeout: 100 }, async ({ sandbox }) => {
    const { clock } = sandbox.clientOptions();
    const forever = async (): Promise<void> => {
      for (;;) await clock.sleep(60_000);
    };
    left = sandbox.clock.runUntil(forever());
    await left;
  });

  plainTest('no longer moves its clock during the next test', async () => {
    await expect(left).rejects.toThrow('its test is over');
  });
});

describe('a test that ends with faults left', { shuffle: false }, () => {
  const lines: unknown[] = [];

  test('passes', async ({ sandbox }) => {
    vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line));
    sandbox.faults.failNext('sendEmail', 503, 3);
    sandbox.faults.failNext('listEmails', 500);
    sandbox.faults.add({ effect: { delay: 0 } });
    await send(sandbox);
  });

  plainTest('is a warning for each fault that requests did not use up', () => {
    vi.restoreAllMocks();
    expect(lines).toEqual([
      'mailrig: the test ended, and a fault still waits for 2 more calls of sendEmail',
      'mailrig: the test ended, and a fault still waits for one more call of listEmails',
    ]);
  });
});
