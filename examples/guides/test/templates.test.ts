import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { connect, missingVariables, sendReceipt, welcome, welcomeBack } from '../src/templates.ts';

test('the service fills in a template', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await welcome(mail, 'grace@example.org', 'Grace');
  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Welcome, Grace' });
});

test('a client with typed templates sends them', async ({ sandbox, expect }) => {
  sandbox.templates.set('receipt', { subject: 'Receipt {{number}}', text: 'Total: {{total}}' });
  await sendReceipt(connect(sandbox.clientOptions()), 'grace@example.org', 17);
  expect(sandbox).toHaveSentEmail({ subject: 'Receipt 17', text: 'Total: € 20' });
});

test('a subject in the send replaces the template’s', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await welcomeBack(mail, 'grace@example.org', 'Grace');
  expect(sandbox).toHaveSentEmail({ subject: 'Good to see you again, Grace' });
});

test('the error names the missing variables', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await missingVariables(mail)).toEqual(expect.arrayContaining(['name', 'plan']));
  expect(sandbox.mailbox.list()).toEqual([]);
});

// #region own
test('a test adds its own template in one line', async ({ sandbox, expect }) => {
  sandbox.templates.set('invoice', { subject: 'Invoice {{number}}', text: 'Thank you, {{name}}.' });
  const mail = new Mailrig(sandbox.clientOptions());

  await mail.emails.send({
    from: 'billing@example.com',
    to: 'grace@example.org',
    templateId: 'invoice',
    variables: { number: 17, name: 'Grace' },
  });

  expect(sandbox).toHaveSentEmail({ subject: 'Invoice 17', text: 'Thank you, Grace.' });
});
// #endregion own
