import { expect, test } from './test.ts';

test.beforeEach(async ({ page, site }) => {
  await page.goto(site.url);
  await page.getByLabel('Email').fill('bob@example.org');
});

test('the code from the email lets the visitor in', async ({ page, sandbox }) => {
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading')).toHaveText('Check your email');
  const message = await sandbox.mailbox.waitFor({ to: 'bob@example.org', subject: 'code' });
  const [code = ''] = message.codes();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You are in, bob@example.org.')).toBeVisible();
});

test('a wrong code does not', async ({ page, sandbox }) => {
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('That is not the code.');
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', text: /\b\d{6}\b/ });
});

test('a suppressed address sees that it gets no mail', async ({ page, sandbox }) => {
  sandbox.suppressions.add({ email: 'bob@example.org' });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('alert')).toHaveText('We cannot send email to bob@example.org.');
  expect(sandbox).not.toHaveSentEmail();
});

test('when the response to the send is lost, the visitor still gets one code', async ({ page, sandbox }) => {
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading')).toHaveText('Check your email');
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
