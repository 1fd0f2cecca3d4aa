import { createSandbox } from '@mailrig/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from '../harness.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('GET /messages?wait: the wait ends when the caller hangs up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = createSandbox({ clock: 'manual' });
  const caller = new AbortController();
  const { signal } = caller;
  const answer = ask(sandbox, 'GET', '/_sandbox/messages?wait=1h', { signal });
  await turn();
  expect(vi.getTimerCount()).toBe(1);
  caller.abort();
  await expect(answer).rejects.toThrow('aborted');
  await turn();
  expect(vi.getTimerCount()).toBe(0);
});
