import { test } from '@mailrig/sandbox/vitest';
import { Mailrig, TimeoutError } from 'mailrig';
import { onTestFinished, vi } from 'vitest';

// #region fake
test('a service that never answers is given up after ten seconds', async ({ sandbox, expect }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.faults.add({ effect: { network: 'hang' } });
  const { apiKey, baseUrl, fetch } = sandbox;
  const mail = new Mailrig({ apiKey, baseUrl, fetch, timeout: 10_000, maxRetries: 0 });

  const failed = expect(mail.emails.list()).rejects.toThrow(TimeoutError);
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});
// #endregion fake
