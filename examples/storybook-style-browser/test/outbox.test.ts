import { chromium, type Page } from '@playwright/test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { launchOptions, missing, note } from '../../../tooling/chromium.ts';
import { serveSite } from '../src/site.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The loaded page in Chromium. Its server is already gone. */
async function openPage(): Promise<Page> {
  const site = await serveSite(0);
  onTestFinished(() => site.close());
  const browser = await chromium.launch(launchOptions);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.getByText('2026-01-31T09:00:00.000Z').waitFor();
  site.close();
  return page;
}

async function send(page: Page, to: string): Promise<void> {
  await page.getByLabel('To').fill(to);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').filter({ hasText: to }).waitFor();
}

async function outbox(page: Page): Promise<string[]> {
  const rows = await page.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.locator('td').allTextContents()).join(' | ')));
}

test.skipIf(missing)(
  `emails progress as the clock advances, without a server behind the page${note}`,
  async () => {
    const page = await openPage();
    await send(page, 'bob@example.org');
    await send(page, 'bounce@example.org');
    const shows = (...rows: string[]) => expect.poll(() => outbox(page), { timeout: 20_000 }).toEqual(rows);
    await shows('bounce@example.org | Hello | queued', 'bob@example.org | Hello | queued');

    await page.getByRole('button', { name: 'Half a second later' }).click();
    await shows('bounce@example.org | Hello | sent', 'bob@example.org | Hello | sent');

    await page.getByRole('button', { name: 'An hour later' }).click();
    await shows('bounce@example.org | Hello | bounced', 'bob@example.org | Hello | delivered');
    expect(await page.locator('time').textContent()).toBe('2026-01-31T10:00:00.500Z');
  },
);

test.skipIf(missing)(`a refused send says why and is not in the outbox${note}`, async () => {
  const page = await openPage();
  await send(page, 'gone@example.org');
  expect(await page.getByRole('status').textContent()).toContain('RECIPIENT_SUPPRESSED');
  await send(page, 'bob@example.org');
  await expect.poll(() => outbox(page)).toEqual(['bob@example.org | Hello | queued']);
});
