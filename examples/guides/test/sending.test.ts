import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { onTestFinished, vi } from 'vitest';
import {
  bouncedSince,
  connect,
  greet,
  greetEach,
  notify,
  requestIdOf,
  wasReallySent,
} from '../src/sending.ts';

// #region bounced
test('bounced mail is found by its status', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await greetEach(mail, ['grace@example.org', 'bounce@example.org']);
  sandbox.clock.runUntilIdle();
  expect(await bouncedSince(mail, '2026-01-31')).toEqual(['bounce@example.org']);
});
// #endregion bounced

test('a client is configured from the environment', ({ expect }) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('MAILRIG_API_KEY', 'sk_test_sandbox');
  vi.stubEnv('MAILRIG_BASE_URL', 'http://127.0.0.1:4010');
  expect(connect().environment).toBe('test');
});

test('one email goes to several people who can see each other', async ({ sandbox, expect }) => {
  const messageId = await greet(new Mailrig(sandbox.clientOptions()));
  expect(sandbox.mailbox.get(messageId).to).toEqual([
    'grace@example.org',
    'Bob <bob@example.org>',
    '"Doe, John" <john@example.org>',
  ]);
});

test('one email each hides the recipients from each other', async ({ sandbox, expect }) => {
  await greetEach(new Mailrig(sandbox.clientOptions()), ['grace@example.org', 'bob@example.org']);
  expect(sandbox.mailbox.list().map(({ to }) => to)).toEqual(
    expect.arrayContaining([['grace@example.org'], ['bob@example.org']]),
  );
});

test('a helper sends with its own sender, and an email without content is refused before it is sent', async ({
  sandbox,
  expect,
}) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const { messageId } = await notify(mail, { to: 'grace@example.org', subject: 'Hi', text: 'Hello' });
  expect(sandbox.mailbox.get(messageId).from).toBe('ada@example.com');
  await expect(notify(mail, { to: 'grace@example.org', subject: 'Hi' })).rejects.toThrow(
    'give html, text or both, or a templateId',
  );
  expect(sandbox.requests.count()).toBe(1);
});

test('a test key only simulates the send', async ({ sandbox, expect }) => {
  expect(await wasReallySent(new Mailrig(sandbox.clientOptions()))).toBe(true);
  expect(await wasReallySent(new Mailrig(sandbox.clientOptions('test')))).toBe(false);
});

test('the request id comes with the data', async ({ sandbox, expect }) => {
  expect(await requestIdOf(new Mailrig(sandbox.clientOptions()))).toMatch(/^req_/);
});
