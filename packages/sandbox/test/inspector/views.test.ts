import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest(
  'a fault added from a preset makes a call fail and shows in the request list; one can be removed',
  async () => {
    const { page, send, sandbox } = await openInspector('#/faults');
    await page.getByRole('button', { name: 'Unavailable' }).click();
    await page.getByLabel('Operation').selectOption('sendEmail');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Next send: 503 · once' }).last().waitFor();
    await send().catch(() => {});
    await page.getByRole('heading', { name: 'No faults' }).waitFor();
    await page.getByRole('link', { name: 'Requests' }).click();
    expect(await page.getByRole('link', { name: /sendEmail/ }).innerText()).toMatch(/fault[^]*503/);
    sandbox.faults.failNext('verifyEmail', 500);
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByRole('button', { name: /^Remove fault/ }).click();
    await page.getByRole('heading', { name: 'No faults' }).waitFor();
    expect(sandbox.faults.list()).toEqual([]);
  },
);

browserTest(
  'an address can be suppressed and released, and the page says why another text is refused',
  async () => {
    const { page, sandbox } = await openInspector('#/suppressions');
    await page.getByLabel('Address').fill('nobody');
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.getByRole('status').getByText('email must be an email address').waitFor();
    await page.getByLabel('Address').fill('gone@example.org');
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.getByRole('cell', { name: 'gone@example.org', exact: true }).waitFor();
    expect(sandbox.suppressions.list()).toMatchObject([{ email: 'gone@example.org', reason: 'manual' }]);
    await page.getByRole('button', { name: 'Remove gone@example.org' }).click();
    await page.getByRole('heading', { name: 'No suppressed addresses' }).waitFor();
    expect(sandbox.suppressions.list()).toEqual([]);
  },
);

browserTest(
  'the whole state can be saved to a file and loaded again, which is no reset elsewhere',
  async () => {
    const { page, sandbox, send } = await openInspector('#/state');
    await send({ subject: 'Kept' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save to file' }).click();
    const file = await (await download).path();
    for (const subject of ['One', 'Two', 'Three']) await send({ subject });
    sandbox.mailbox.clear();
    await page.getByLabel('Snapshot to load').setInputFiles(file);
    await page.getByRole('status').getByText('State loaded from').waitFor();
    expect(sandbox.mailbox.list()).toMatchObject([{ subject: 'Kept' }]);
    await page.getByRole('button', { name: 'Undo: what the snapshot replaced' }).waitFor();
    expect(await page.getByText('taken back elsewhere').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sandbox.mailbox.list()).toEqual([]);
    expect(sandbox.check()).toEqual([]);
  },
);

browserTest('selecting another account shows only its mail', async () => {
  const { page, sandbox, send } = await openInspector();
  const { keys } = sandbox.accounts.create({ domain: { name: 'other.example', dnsVerified: true } });
  const key = keys.find(({ environment }) => environment === 'live')?.key;
  await send({ subject: 'Mine' });
  await send({ subject: 'Theirs', from: 'eve@other.example' }, key);
  await page.getByRole('link', { name: 'Mine' }).waitFor();
  await page.getByLabel('Account').selectOption('other.example');
  await page.getByRole('link', { name: 'Theirs' }).waitFor();
  expect(await page.getByRole('link', { name: 'Mine' }).count()).toBe(0);
});

browserTest('the credits, domain flags and keys of an account can be changed', async () => {
  const { page, sandbox } = await openInspector('#/accounts');
  const card = page.getByRole('region', { name: 'example.com', exact: true });
  await card.getByLabel('DNS verified').click();
  await card.getByLabel('Credits').fill('7');
  await card.getByRole('button', { name: 'Set' }).click();
  await page.getByRole('cell', { name: '7', exact: true }).waitFor();
  const live = card.getByRole('listitem').filter({ hasText: 'sk_live_sandbox' });
  await live.getByRole('button', { name: 'Expire' }).click();
  await live.getByText('expired').waitFor();
  expect(sandbox.credits.balance()).toBe(7);
  expect(sandbox.accounts.list()[0]).toMatchObject({
    domain: { dnsVerified: false, active: true },
    keys: [{ key: 'sk_live_sandbox', status: 'expired' }, { status: 'active' }],
  });
});

browserTest('the clock can be frozen, advanced by any duration, resumed, and run until idle', async () => {
  const { page, send, sandbox } = await openInspector('', { clock: 'system' });
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  const before = sandbox.clock.now().getTime();
  await page.getByLabel(/^Time to advance/).fill('90s');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expect.poll(() => sandbox.clock.now().getTime() - before).toBe(90_000);
  await send();
  await page.getByText('next in 500 ms').waitFor();
  await page.getByRole('button', { name: 'Run until idle' }).click();
  await page.getByRole('link', { name: /delivered[^]*Hello/ }).waitFor();
  await page.getByText('nothing scheduled').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Freeze' }).waitFor();
  await expect.poll(() => sandbox.clock.now().getTime() - before).toBeGreaterThan(92_000);
});

browserTest('the status of mail changes while the clock runs', async () => {
  const { page, send } = await openInspector('', {
    clock: 'system',
    timing: { email: { sent: 20, delivered: 60 } },
  });
  await send();
  await page.getByRole('link', { name: /delivered[^]*Hello/ }).waitFor();
});

browserTest('a verification result can be fixed and a batch completed', async () => {
  const { page, sandbox, url } = await openInspector('#/verification');
  await page.getByLabel('Address').fill('bob@example.org');
  await page.getByLabel('Result').selectOption('risky');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'bob@example.org' }).getByText('risky').waitFor();
  await fetch(`${url}/api/v1/email-verification/batch`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ emails: ['bob@example.org', 'carol@example.org'] }),
  });
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('completed', { exact: true }).waitFor();
  expect(sandbox.verifications.list()).toMatchObject([{ status: 'completed' }]);
});

browserTest('events appear as they happen', async () => {
  const { page, send } = await openInspector('#/activity');
  await send();
  await page.getByRole('row', { name: /email\.queued bob@example\.org, Hello/ }).waitFor();
  await page.getByRole('link', { name: 'bob@example.org, Hello' }).click();
  await page.getByRole('article', { name: 'Hello' }).waitFor();
});

browserTest('reset asks first, then restores the initial state', async () => {
  const { page, send, sandbox } = await openInspector();
  await send();
  await page.getByRole('button', { name: 'Advance 24h' }).click();
  await page.getByRole('link', { name: /delivered[^]*Hello/ }).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset all?' }).click();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await expect.poll(() => page.locator('.clock time').innerText()).toBe('2026-01-31 09:00:00');
  expect(sandbox.requests.list()).toEqual([]);
});

browserTest('every view fits a phone and can be reached with the keyboard alone', async () => {
  const { page, send } = await openInspector();
  await page.setViewportSize({ width: 360, height: 780 });
  await send({ subject: `A long subject ${'on and '.repeat(40)}`, to: `${'b'.repeat(60)}@example.org` });
  await page.locator('.rows a').waitFor();
  const menu = page.getByRole('navigation', { name: 'Views' });
  const links = menu.getByRole('link');
  const open = async () => {
    await menu.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await links.first().waitFor();
  };
  await open();
  await page.keyboard.press('Escape');
  expect(await links.count()).toBe(0);
  await open();
  // The link to the messages also says how many are unread.
  const titles = (await links.allInnerTexts()).map((text) => text.split('\n', 1)[0] ?? '');
  expect(titles.length).toBeGreaterThan(10);
  for (const title of titles) {
    if (!(await links.first().isVisible())) await open();
    await menu.getByRole('link', { name: title }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toContain(title);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: title }).toBe(0);
  }
});

browserTest('no view is wider than the page, with long names and at any width', async () => {
  const { page, url, send } = await openInspector();
  const id = await send({
    subject: `${'Verylongword'.repeat(30)} and more`,
    to: `${'b'.repeat(60)}@example.org`,
    text: 'long'.repeat(300),
  });
  for (const path of ['messages', `messages/${id}`, `messages/${id}?tab=Raw`, 'requests']) {
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/#/${path}`);
      await page
        .locator(path.includes('/') ? 'article' : '.rows a')
        .first()
        .waitFor();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: `${path} at ${width} px` }).toBe(0);
    }
  }
});

browserTest('no control covers another one, at any width', async () => {
  const { page, url, send } = await openInspector();
  const headers = { 'List-Unsubscribe': '<https://example.com/u>' };
  const id = await send({
    html: '<p>Your code is 493017. <a href="https://example.com/">Open</a></p>',
    headers,
  });
  /** The controls whose middle shows another one. */
  const covered = () =>
    page.evaluate(() => {
      // The link to the content is hidden until it has the focus.
      const controls = 'a:not(.skip), button, input:not([type=file]), select, summary';
      return [...document.querySelectorAll(controls)].flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const shown = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(controls);
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
        if (!shown || shown.contains(control) || control.contains(shown)) return [];
        return [
          `${control.textContent.trim().slice(0, 30)} is under ${shown.textContent.trim().slice(0, 30)}`,
        ];
      });
    });
  const found: string[] = [];
  for (const path of [
    'messages',
    `messages/${id}`,
    `messages/${id}?tab=Raw`,
    'requests',
    'state',
    'sweeps',
  ]) {
    for (const width of [360, 600, 640, 800, 901, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/#/${path}`);
      await page.locator('main').first().waitFor();
      if (path.includes('/')) await page.locator('article').first().waitFor();
      found.push(...(await covered()).map((text) => `${path} at ${width} px: ${text}`));
    }
  }
  expect(found).toEqual([]);
});

browserTest(
  'below 900 px the list and the message take turns, above they are next to each other',
  async () => {
    const { page, send } = await openInspector();
    await send();
    await page.getByRole('link', { name: 'Hello' }).click();
    await page.getByRole('article').waitFor();
    const isListShown = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      return page.locator('.rows').isVisible();
    };
    expect([await isListShown(820), await isListShown(901)]).toEqual([false, true]);
  },
);

browserTest('a subject in Arabic reads from right to left, and keeps its first words', async () => {
  const { page, send } = await openInspector();
  await send({ subject: `مرحبا بك ${'في متجرنا '.repeat(20)}` });
  const title = page.locator('.row-title');
  await title.waitFor();
  expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});

browserTest('the clock fits a page of any width', async () => {
  const { page } = await openInspector('#/state', { clock: 'system' });
  await page.getByText('nothing scheduled').waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('button', { name: 'Advance 1h' }).waitFor();
  for (const width of [360, 761, 820, 1000, 1241, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: `${width} px` }).toBe(0);
  }
});
