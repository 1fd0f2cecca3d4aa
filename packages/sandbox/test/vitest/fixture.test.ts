import type { Sandbox } from '@mailrig/sandbox';
import { test } from '@mailrig/sandbox/vitest';
import { describe, expect, test as plainTest } from 'vitest';
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
