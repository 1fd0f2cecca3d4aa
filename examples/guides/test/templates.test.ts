import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { missingVariables, welcome, welcomeBack } from '../src/templates.ts';

test('a template is filled in by the service', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  await welcome(mail, 'grace@example.org', 'Grace');
  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Welcome, Grace' });
});

test('a subject of the send replaces that of the template', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  await welcomeBack(mail, 'grace@example.org', 'Grace');
  expect(sandbox).toHaveSentEmail({ subject: 'Good to see you again, Grace' });
});

test('the variables that are missing are named', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  expect(await missingVariables(mail)).toEqual(expect.arrayContaining(['name', 'plan']));
  expect(sandbox.mailbox.list()).toEqual([]);
});

// #region own
test('a template of your own is one line in a test', async ({ sandbox, expect }) => {
  sandbox.templates.set('invoice', { subject: 'Invoice {{number}}', text: 'Thank you, {{name}}.' });
  const mail = new Mailrig({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });

  await mail.emails.send({
    from: 'billing@example.com',
    to: 'grace@example.org',
    templateId: 'invoice',
    variables: { number: 17, name: 'Grace' },
  });

  expect(sandbox).toHaveSentEmail({ subject: 'Invoice 17', text: 'Thank you, Grace.' });
});
// #endregion own
