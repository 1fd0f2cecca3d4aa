import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

const contacts = Array.from({ length: 120 }, (_, number) => ({
  email: `reader${number}@example.org`,
  firstName: 'Reader',
  lastName: `Number ${number}`,
  customFields: { city: 'Lisbon' },
}));
const seed = {
  accounts: [
    {
      contactLists: [
        { name: 'Readers', customFields: [{ key: 'city', label: 'City', type: 'text' as const }], contacts },
        { name: 'Beta', contacts: [{ email: 'reader7@example.org' }] },
      ],
    },
  ],
};

browserTest(
  'contacts load page by page, and one of them shows its fields and leads to the mail to its address',
  async () => {
    const { page, sandbox, send } = await openInspector('#/contact-lists', { seed });
    await send({ to: 'reader7@example.org', subject: 'Only for you' });
    sandbox.suppressions.add({ email: 'reader7@example.org', reason: 'complained' });
    const readers = page.getByRole('region', { name: 'Readers' });
    await readers.getByRole('row', { name: /city City text/ }).waitFor();
    const answers: number[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/contacts?')) return;
      answers.push(((await response.json()) as { contacts: unknown[] }).contacts.length);
    });
    await readers.getByRole('link', { name: '120 contacts of Readers' }).click();
    await page.getByText('120 contacts').waitFor();
    expect(await page.locator('.rows li').count()).toBeLessThan(60);
    const list = page.getByRole('region', { name: 'Contacts' });
    const lastRow = async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.locator('.row-title').last().innerText();
    };
    await expect.poll(lastRow, { timeout: 20_000 }).toBe('reader0@example.org');
    expect(Math.max(...answers)).toBe(50);
    await page.getByLabel('Search contacts').fill('"number 7"');
    await page.getByText('11 contacts').waitFor();
    await page.getByRole('link', { name: /^reader7@/ }).click();
    const detail = page.getByRole('article', { name: 'reader7@example.org' });
    await detail.locator('dl div', { hasText: /^CityLisbon$/ }).waitFor();
    expect(page.url()).toMatch(/\/contacts\/cnt_\w+\?list=lst_\w+&q=%22number\+7%22$/);
    await detail.getByLabel('Change reader7@example.org to').selectOption('unsubscribed');
    await detail.locator('.title .badge', { hasText: 'unsubscribed' }).waitFor();
    await detail.getByRole('link', { name: 'Send an email' }).click();
    expect(await page.getByRole('textbox', { name: 'To', exact: true }).inputValue()).toBe(
      'reader7@example.org',
    );
    await page.goBack();
    await detail.getByRole('link', { name: 'Contacts with it' }).click();
    await page.getByText('2 contacts').waitFor();
    await page.goBack();
    await detail.getByRole('link', { name: 'Its suppression' }).click();
    await page.getByRole('button', { name: 'Remove reader7@example.org' }).click();
    await page.getByText('No matches').waitFor();
    expect(sandbox.suppressions.list()).toEqual([]);
    await page.goBack();
    await detail.getByRole('link', { name: 'Messages to it' }).click();
    await page.getByRole('link', { name: /Only for you/ }).waitFor();
  },
);

browserTest('attachments, results, credits and the rate limit follow the clock of the sandbox', async () => {
  const { page, sandbox, url } = await openInspector('#/attachments');
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/attachments/presigned-url', { filename: 'report.csv', contentType: 'text/csv', size: 5 });
  const file = page.getByRole('row', { name: /report\.csv/ });
  await file.getByText('in 1 h').waitFor();
  await page.getByRole('button', { name: 'Advance 1h' }).click();
  await file.getByText('expired').waitFor();

  sandbox.verifications.setResult('user3@example.net', 'invalid');
  const emails = Array.from({ length: 60 }, (_, number) => `user${number}@example.net`);
  await post('/email-verification/batch', { emails });
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('link', { name: /^ver_/ }).click();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('row', { name: /user59@example.net valid/ }).waitFor();
  await page.getByLabel('Result').selectOption('invalid');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('row', { name: /user3@example.net invalid .* 100/ }).waitFor();

  for (let balance = 1; balance <= 60; balance++) sandbox.credits.set(balance);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByText('50 of 62').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('row', { name: /opening \+10,000 10,000/ }).waitFor();
  const meter = page.getByRole('meter', { name: 'Requests left for sk_live_sandbox' });
  await page.getByText('99 of 100 left, resets in 1 min').waitFor();
  expect(await meter.getAttribute('value')).toBe('99');
  await page.getByRole('button', { name: 'Advance 1m' }).click();
  await expect.poll(() => meter.getAttribute('value')).toBe('100');
});
