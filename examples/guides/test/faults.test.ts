// #region busy
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';

const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

test('a busy service does not stop an email', async ({ sandbox, expect }) => {
  sandbox.faults.failNext('sendEmail', 503);
  const mail = new Mailrig(sandbox.clientOptions());

  await mail.emails.send(email);

  expect(sandbox.mailbox.list()).toHaveLength(1);
  expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(2);
});
// #endregion busy

// #region lost
test('an email whose response is lost goes out once', async ({ sandbox, expect }) => {
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  const mail = new Mailrig(sandbox.clientOptions());

  expect(await mail.emails.send(email)).toMatchObject({ skipped: true });
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
// #endregion lost
