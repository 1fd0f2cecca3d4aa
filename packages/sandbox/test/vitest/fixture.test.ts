import type { Sandbox } from '@mailrig/sandbox';
import { test } from '@mailrig/sandbox/vitest';
import { describe, expect, test as plainTest } from 'vitest';

const seen = new Set<Sandbox>();

async function send(sandbox: Sandbox, subject: string): Promise<void> {
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: 'bob@example.org', subject, text: 'Hello' }),
  });
  expect(response.status).toBe(201);
}

describe('concurrent tests', () => {
  test.concurrent.for(['one', 'two', 'three'])(
    'test %s has its own sandbox',
    async (name, { sandbox, expect: own }) => {
      seen.add(sandbox);
      own(sandbox).not.toHaveSentEmail();
      await send(sandbox, name);
      await Promise.resolve();
      own(sandbox).toHaveSentEmail({ subject: name });
      own(sandbox.mailbox.list()).toHaveLength(1);
    },
  );
});

plainTest('three tests had three sandboxes', () => {
  expect(seen.size).toBe(3);
});

describe('suite options', () => {
  test.override({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

  test('every sandbox of the suite has these options', ({ sandbox, expect: own }) => {
    own(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:00.000Z');
  });
});
