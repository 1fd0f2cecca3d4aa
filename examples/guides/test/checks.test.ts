// #region checks
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { signUp } from '../src/sign-up.ts';

test('the email reads well everywhere', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await signUp(mail, 'grace@example.org', '493017');

  await expect(sandbox.mailbox.latest()).toPassEmailChecks({
    clients: ['apple-mail.*', 'gmail.*', 'outlook.*'],
    ignore: ['language-missing', 'text-missing'],
  });
});
// #endregion checks

test('the report in the guide is what the email gets', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await signUp(mail, 'grace@example.org', '493017');
  const message = sandbox.mailbox.latest();
  const report = await expect(message)
    .toPassEmailChecks({ failOn: 'advice' })
    .then(() => 'It passed.', String);
  const shown = report.replace(/^\w+: /, '').replace(message?.id ?? '', 'msg_…');
  await expect(`${shown}\n`).toMatchFileSnapshot('checks-report.txt');
});
