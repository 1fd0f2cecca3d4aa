import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest('a search with words works in the page, which suggests words and their values', async () => {
  const { page, send, errors } = await openInspector();
  await send({ subject: 'Your invoice' });
  await send({ subject: 'Your receipt', html: '<p>Hi</p>', headers: { 'X-Campaign': 'spring' } });
  const titles = async (...expected: string[]) =>
    expect.poll(() => page.locator('.row-title').allInnerTexts()).toEqual(expected);
  const field = page.getByLabel('Search messages');
  await titles('Your receipt', 'Your invoice');

  await field.fill('your -subject:receipt');
  await titles('Your invoice');
  await field.press('Enter');
  await page.reload();
  await titles('Your invoice');
  expect(await field.inputValue()).toBe('your -subject:receipt');
  await field.fill('your');
  await titles('Your receipt', 'Your invoice');

  await field.fill('form:ada');
  await page.getByText('Did you mean from:?').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await titles('Your receipt', 'Your invoice');
  await field.fill('');
  expect(await page.getByText('Did you mean from:?').count()).toBe(0);

  const suggested = () =>
    page.locator('.search option').evaluateAll((options) => options.map((one) => one.getAttribute('value')));
  await field.fill('your head');
  await expect.poll(suggested).toEqual(expect.arrayContaining(['your header:', 'your "your invoice"']));
  await field.fill('your -status:b');
  await expect.poll(suggested).toContain('your -status:bounced');
  await field.fill('your header:X-Campaign=spring');
  await titles('Your receipt');
  await field.press('Enter');
  await page.getByRole('article', { name: 'Your receipt' }).waitFor();
  await field.press('Escape');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
  expect(errors).toEqual([]);
});

browserTest('requests have words too, and a word without its value waits for it', async () => {
  const { page, send } = await openInspector('#/requests');
  await send();
  await send({ from: 'nobody' }).catch(() => {});
  const rows = async (count: number) => expect.poll(() => page.locator('.rows a').count()).toBe(count);
  const field = page.getByLabel('Search requests');
  await rows(2);
  await field.fill('operation:send status:4xx');
  await rows(1);
  await field.fill('operation:send status:');
  await rows(2);
  expect(await field.getAttribute('aria-invalid')).toBe('false');
});
