import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest(
  'a message tells its story: the attempts with their key, what happened and what is still to come',
  async () => {
    const { page, send, sandbox, errors } = await openInspector();
    sandbox.faults.failNext('sendEmail', 503);
    sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
    for (let times = 0; times < 3; times++) await send({ idempotencyKey: 'order-77' }).catch(() => {});
    await page.getByRole('link', { name: 'Hello' }).click();
    const step = (number: number) => page.locator('.steps > li').nth(number);
    await expect.poll(() => page.locator('.steps > li').count()).toBe(5);
    expect(await step(0).innerText()).toMatch(/First attempt[^]*503[^]*nothing was done/);
    expect(await step(1).innerText()).toMatch(/Retry 1[^]*no response[^]*connection reset, after it ran/);
    expect(await step(2).innerText()).toMatch(/Retry 2[^]*201[^]*nothing was sent again/);
    expect(await page.locator('.steps > .ahead').allInnerTexts()).toEqual([
      expect.stringMatching(/sent[^]*in 500 ms/),
      expect.stringMatching(/delivered[^]*in 2 s/),
    ]);
    await page.getByRole('button', { name: 'Advance to here, delivered' }).click();
    await page.locator('.title > .badge').getByText('delivered').waitFor();
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:02.000Z');
    await page.getByRole('link', { name: 'order-77' }).click();
    const row = page.getByRole('link', { name: /sendEmail[^]*retry 2/ });
    await row.waitFor();
    expect(await page.locator('.rows').innerText()).toMatch(/bob@example\.org, Hello[^]*fault 503/);
    await row.click();
    await page.getByRole('link', { name: 'Open message' }).click();
    await page.getByRole('link', { name: 'Retry 1', exact: true }).click();
    await page.getByRole('article', { name: 'sendEmail' }).waitFor();
    expect(errors).toEqual([]);
  },
);

browserTest(
  'a refused send is among the messages with its reason, and leads to its cause and back',
  async () => {
    const { page, send, sandbox } = await openInspector();
    sandbox.suppressions.add({ email: 'gone@example.org' });
    await send({ to: 'gone@example.org', subject: 'We miss you' }).catch(() => {});
    await send({ templateId: 'welcome', subject: undefined, text: undefined }).catch(() => {});
    await page.getByRole('link', { name: /refused[^]*Template welcome/ }).waitFor();
    const row = page.getByRole('link', { name: /refused[^]*We miss you[^]*suppression list/ });
    await row.click();
    const story = page.getByRole('article', { name: 'We miss you' });
    await story.getByText('RECIPIENT_SUPPRESSED to is on').waitFor();
    expect(await story.locator('mark.fault').innerText()).toContain('gone@example.org');
    await story.getByRole('link', { name: 'See the suppression' }).click();
    await page
      .getByRole('row', { name: /gone@example\.org/ })
      .getByRole('link', { name: '1 send' })
      .click();
    await row.waitFor();
    expect(await page.getByLabel('Search messages').inputValue()).toBe('status:refused to:gone@example.org');
  },
);

browserTest('the palette does things: the next send fails, a day passes, this bounces', async () => {
  const { page, send, sandbox } = await openInspector();
  const run = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await run('fail 503');
  await page.getByText('The next send meets the fault').waitFor();
  expect(sandbox.faults.list()).toMatchObject([{ operation: 'sendEmail', effect: { status: 503 } }]);
  sandbox.faults.clear();
  await send();
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.locator('.story').waitFor();
  // The open message could fail as well.
  await run('fail');
  await expect.poll(() => sandbox.faults.list()).toMatchObject([{ effect: { status: 503 } }]);
  await run('bounce');
  await page.locator('.title > .badge').getByText('bounced').waitFor();
  await run('advance');
  await expect.poll(() => sandbox.clock.now().toISOString()).toBe('2026-02-01T09:00:00.000Z');
  await run('contact lists');
  await page.getByRole('heading', { name: 'No contact lists yet' }).waitFor();
});

browserTest('keys reach everything: search, list, item and the list of keys', async () => {
  const { page, send } = await openInspector();
  for (const subject of ['First', 'Second']) await send({ subject });
  await page.getByRole('link', { name: 'Second' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('First');
  await expect.poll(() => page.locator('.row-title').allInnerTexts()).toEqual(['First']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('article', { name: 'First' }).waitFor();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Details' });
  expect(await detail.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByText('Select an item').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('dialog').innerText()).toContain('Ctrl K');
});
