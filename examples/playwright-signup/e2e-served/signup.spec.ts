import { expect, test } from './test.ts';

for (const email of ['ada@example.org', 'bob@example.org']) {
  test(`the code from the email lets ${email} in`, async ({ page, siteUrl, account }) => {
    await page.goto(siteUrl);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign up' }).click();

    const message = await account.waitForMessage({ to: email });
    const [code = ''] = message.codes();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(`You are in, ${email}.`)).toBeVisible();
  });
}
