// #region time
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';

test.override({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

test('mail is delivered when its time comes', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const { messageId } = await mail.emails.send(email);
  expect(sandbox.mailbox.get(messageId).status).toBe('queued');

  sandbox.clock.advance('2s');
  expect(sandbox.mailbox.get(messageId).status).toBe('delivered');

  sandbox.clock.advanceTo('2026-02-01T09:00:00Z');
  sandbox.emails.open(messageId);
  expect(sandbox.mailbox.get(messageId).timeline.at(-1)).toMatchObject({ type: 'opened' });
});
// #endregion time

// #region outcome
test('the address decides that an email bounces', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const { messageId } = await mail.emails.send({ ...email, to: 'grace+bounce@example.org' });

  sandbox.clock.runUntilIdle();
  expect(sandbox.mailbox.get(messageId).status).toBe('bounced');
});
// #endregion outcome

// #region run-until
test('a batch is verified without real time', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const run = mail.verification.verifyMany(['ada@example.com', 'grace@example.org']).finish();

  const summary = await sandbox.clock.runUntil(run);
  expect(summary.succeeded).toBe(2);
});
// #endregion run-until
