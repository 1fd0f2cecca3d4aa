import { expect, vi } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

// Long lists take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const unlimited = { rateLimit: false } as const;

browserTest(
  'a long list keeps only the rows near the screen in the page, and loads more on scrolling',
  async () => {
    const { page, send } = await openInspector('', unlimited);
    for (let number = 1; number <= 120; number++) await send({ subject: `Mail ${number}` });
    await page.getByText('120 messages').waitFor();
    await page.getByRole('link', { name: 'Mail 120' }).waitFor();
    expect(await page.locator('.rows li').count()).toBeLessThan(50);
    const list = page.getByRole('region', { name: 'Messages' });
    const lastRow = async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.locator('.row-title').last().innerText();
    };
    await expect.poll(lastRow, { timeout: 20_000 }).toBe('Mail 1');
    expect(await page.locator('.rows li').count()).toBeLessThan(50);
  },
);

browserTest('while the list is scrolled, new mail waits behind a button and nothing moves', async () => {
  const { page, send } = await openInspector('', unlimited);
  for (let number = 1; number <= 60; number++) await send({ subject: `Mail ${number}` });
  await page.getByText('60 messages').waitFor();
  const list = page.getByRole('region', { name: 'Messages' });
  await list.evaluate((element) => element.scrollTo(0, 1_500));
  await expect.poll(() => page.locator('.row-title').first().innerText()).not.toBe('Mail 60');
  await send({ subject: 'Arrived since' });
  await page.getByText('61 messages').waitFor();
  expect(await page.getByRole('link', { name: 'Arrived since' }).count()).toBe(0);
  await page.getByRole('button', { name: '1 new' }).click();
  await page.getByRole('link', { name: 'Arrived since' }).waitFor();
});

browserTest(
  'j and k move through the list beyond the rows on screen, and Escape closes the message',
  async () => {
    const { page, send } = await openInspector('', unlimited);
    for (let number = 1; number <= 40; number++) await send({ subject: `Mail ${number}` });
    await page.getByText('40 messages').waitFor();
    for (let times = 0; times < 30; times++) await page.keyboard.press('j');
    await page.getByRole('article', { name: 'Mail 11' }).waitFor();
    expect(await page.locator('.rows a[aria-current=true]').innerText()).toContain('Mail 11');
    await page.keyboard.press('k');
    await page.getByRole('article', { name: 'Mail 12' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Select an item').waitFor();
  },
);

browserTest('j goes to a new row as soon as it is on screen', async () => {
  const { page, send } = await openInspector();
  await send({ subject: 'First' });
  await page.getByRole('link', { name: 'First' }).waitFor();
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.rows')?.textContent?.includes('Second')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await send({ subject: 'Second' });
  await page.getByRole('article').waitFor();
  expect(await page.getByRole('article', { name: 'Second' }).count()).toBe(1);
});

browserTest('a refresh reads rows: no bodies, and under 50 kB with a list of any length', async () => {
  const { page, send } = await openInspector('', unlimited);
  const html = `<p>${'A long body. '.repeat(2_000)}</p>`;
  for (let number = 1; number <= 120; number++) await send({ subject: `Mail ${number}`, html });
  await page.getByText('120 messages').waitFor();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  await send({ subject: 'One more', html });
  await page.getByRole('link', { name: 'One more' }).waitFor();
  const bytes = (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(50_000);
});

browserTest('search, filters, tab and account are in the URL, and survive a reload', async () => {
  const { page, send, sandbox } = await openInspector();
  const { id: accountId } = sandbox.accounts.create({ domain: { name: 'other.example', dnsVerified: true } });
  await send({ subject: 'Invoice' });
  await send({ subject: 'Receipt' });
  await page.getByLabel('Search messages').fill('status:queued invo');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Invoice' }).click();
  await page.getByRole('tab', { name: 'Raw' }).click();
  await page.reload();
  await page.getByRole('tabpanel').getByText('MIME-Version').waitFor();
  expect(await page.getByLabel('Search messages').inputValue()).toBe('status:queued invo');
  expect(await page.locator('.row-title').allInnerTexts()).toEqual(['Invoice']);
  await page.getByLabel('Account').selectOption(accountId);
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.reload();
  await expect.poll(() => page.getByLabel('Account').inputValue()).toBe(accountId);
});
