// sign-up.spec.ts
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@mailrig/sandbox/playwright';
import { Mailrig } from 'mailrig';
import { signUpApp } from './app.ts';

test('a visitor gets a code', async ({ page, sandbox }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const app = signUpApp(mail).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const { port } = app.address() as AddressInfo;

  await page.goto(`http://127.0.0.1:${port}`);
  await page.getByLabel('Email').fill('grace@example.org');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Check your mail.')).toBeVisible();

  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
  expect(sandbox.mailbox.latest()?.codes()).toEqual(['493017']);
  app.close();
});
