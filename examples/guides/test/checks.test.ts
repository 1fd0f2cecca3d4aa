// #region checks
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';

const email = {
  from: 'hello@example.com',
  to: 'grace@example.org',
  subject: 'Confirm your address',
  html: '<p>Your code is 493017, or <a href="https://app.example.com/confirm?code=493017">click here</a>.</p>',
};

test('the email reads well everywhere', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);

  await expect(sandbox.mailbox.latest()).toPassEmailChecks({
    clients: ['apple-mail.*', 'gmail.*', 'outlook.*'],
    ignore: ['language-missing', 'text-missing'],
  });
});
// #endregion checks

test('the report in the guide is what the email gets', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  const message = sandbox.mailbox.latest();
  const report = await expect(message)
    .toPassEmailChecks({ failOn: 'advice' })
    .then(() => 'It passed.', String);
  const shown = report.replace(/^\w+: /, '').replace(message?.id ?? '', 'msg_…');
  await expect(`${shown}\n`).toMatchFileSnapshot('checks-report.txt');
});
