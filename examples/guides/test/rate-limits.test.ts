import { createSandbox } from '@mailrig/sandbox';
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig, RateLimitError } from 'mailrig';
import { vi } from 'vitest';
import { connect, sendNewsletter, sendPasswordReset, watched } from '../src/rate-limits.ts';

test('a client with a throttle sends like one without', async ({ sandbox, expect }) => {
  const mail = connect(sandbox.clientOptions());
  expect(await mail.emails.list()).toMatchObject({ total: 0 });
});

test('a password reset passes a newsletter that waits for the rate limit', async ({ expect }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const sandbox = createSandbox({ rateLimit: { limit: 20 } });
    const mail = new Mailrig(sandbox.clientOptions());
    const readers = Array.from({ length: 50 }, (_, index) => `reader${index}@example.org`);
    const newsletter = sendNewsletter(mail, readers);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(mail.throttle.queued).toBe(30);
    const reset = sendPasswordReset(mail, 'grace@example.org', 'https://example.com/reset');
    await vi.advanceTimersByTimeAsync(150_000);
    await Promise.all([newsletter, reset]);
    const subjects = sandbox.mailbox.list().map(({ subject }) => subject);
    expect(subjects.toReversed().indexOf('Your new password')).toBe(20);
  } finally {
    vi.useRealTimers();
  }
});

test('low remaining limits and retries are logged', async ({ expect }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const sandbox = createSandbox({ rateLimit: { limit: 5 } });
  sandbox.faults.failNext('listEmails', 503);
  const mail = watched(sandbox.clientOptions());
  await mail.emails.list();
  expect(warn.mock.calls.map(([operation]) => operation)).toContain('listEmails');
});

// #region test
test('a test makes your app hit a rate limit without 100 requests', async ({ expect }) => {
  const sandbox = createSandbox({ clock: 'manual', rateLimit: { limit: 2 } });
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0, throttle: false });

  await mail.emails.list();
  await mail.emails.list();
  await expect(mail.emails.list()).rejects.toThrow(RateLimitError);

  sandbox.clock.advance('1m');
  await expect(mail.emails.list()).resolves.toMatchObject({ total: 0 });
});
// #endregion test
