import { test } from '@mailrig/sandbox/vitest';
import { Mailrig, TimeoutError } from 'mailrig';
import { onTestFinished, vi } from 'vitest';

// #region fake
test('the client gives up on a silent service after ten seconds', async ({ sandbox, expect }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.faults.add({ effect: { network: 'hang' } });
  const mail = new Mailrig({ ...sandbox.clientOptions(), timeout: 10_000, maxRetries: 0 });

  const failed = expect(mail.emails.list()).rejects.toThrow(TimeoutError);
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});
// #endregion fake
