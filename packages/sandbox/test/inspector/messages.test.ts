import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest('a new email appears without a reload', async () => {
  const { page, send, errors, foreign } = await openInspector();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await send({ subject: 'Your code' });
  await page.getByRole('link', { name: 'Your code' }).waitFor();
  expect(await page.getByRole('link', { name: 'Your code' }).innerText()).toContain('queued');
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});

browserTest('advancing the clock changes the status, and the story shows when', async () => {
  const { page, send } = await openInspector();
  await send();
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.locator('.title').getByText('queued', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Advance 1m' }).click();
  await page.locator('.title').getByText('delivered', { exact: true }).waitFor();
  await expect.poll(() => page.locator('.clock time').innerText()).toBe('2026-01-31 09:01:00');
  await page.getByRole('heading', { name: 'Story' }).click();
  await expect
    .poll(() => page.locator('.steps time').allInnerTexts())
    .toEqual(['09:00:00', '09:00:00', '09:00:02']);
});

browserTest(
  'a button bounces a message, and the buttons for events that are no longer possible are disabled',
  async () => {
    const { page, send, sandbox } = await openInspector();
    const id = await send();
    await page.getByRole('link', { name: 'Hello' }).click();
    const menu = page.locator('.drop', { hasText: 'Simulate' });
    await menu.locator('summary').click();
    await menu.getByRole('button', { name: 'Bounce' }).click();
    await page.locator('.title').getByText('bounced', { exact: true }).waitFor();
    expect(sandbox.mailbox.get(id)?.status).toBe('bounced');
    await menu.locator('summary').click();
    await menu.getByText('only if it is queued or sent').first().waitFor();
    for (const name of ['Deliver', 'Bounce', 'Fail', 'Open', 'Click']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
    }
  },
);

browserTest(
  'a delivered email can be opened and its link clicked, by a mouse with one press each',
  async () => {
    const { page, send, sandbox } = await openInspector();
    const id = await send({ html: '<a href="https://example.com/confirm">Confirm</a>' });
    sandbox.emails.deliver(id);
    await page.getByRole('link', { name: 'Hello' }).click();
    await page.getByText('Simulate').click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('link', { name: /opened/ }).waitFor();
    await page.mouse.move(0, 0);
    await page.getByText('Simulate').hover();
    await page.getByRole('button', { name: 'Click', exact: true }).click();
    await page.getByRole('link', { name: /clicked/ }).waitFor();
    expect(sandbox.mailbox.get(id)?.timeline.at(-1)).toMatchObject({
      type: 'clicked',
      url: 'https://example.com/confirm',
    });
  },
);

browserTest('a message that is open costs the page one read, and its content comes once', async () => {
  const { page, url, send, sandbox } = await openInspector();
  const id = await send({ html: '<p>Your code is 493017</p><img src="https://example.com/x.png">' });
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(url.length)));
  const stories = () => asked.filter((path) => path.includes('/story'));
  await page.goto(`${url}/#/messages/${id}`);
  await page.frameLocator('iframe').getByText('493017').waitFor();
  expect(await page.getByRole('tab', { name: /Checks/ }).innerText()).toMatch(/Checks\s*[1-9]/);
  await page.waitForTimeout(1_500);
  expect(asked.filter((path) => path.startsWith('/'))).toHaveLength(5);
  expect(stories()).toEqual([`/_sandbox/messages/${id}/story?whole=true`]);
  sandbox.emails.deliver(id);
  await page.locator('.title').getByText('delivered', { exact: true }).waitFor();
  expect(new Set(stories().slice(1))).toEqual(new Set([`/_sandbox/messages/${id}/story`]));

  await send({ to: 'nobody', subject: 'Refused one' }).catch(() => {});
  await page.getByRole('link', { name: /Refused one/ }).waitFor();
  asked.length = 0;
  await page.getByRole('link', { name: /Refused one/ }).click();
  await page.getByRole('article', { name: 'Refused one' }).getByText('VALIDATION_ERROR').first().waitFor();
  expect([...new Set(stories())]).toEqual([expect.stringMatching(/req_\w+\/story\?whole=true$/)]);
  expect(asked.filter((path) => path.includes('/requests'))).toEqual([]);
});

browserTest('HTML is shown in a frame, and its links and codes are listed', async () => {
  const { page, send } = await openInspector();
  await send({
    text: undefined,
    html: '<h1>Welcome</h1><p>Code <b>493017</b>, <a href="https://example.com/go">go</a></p>',
  });
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Welcome' }).waitFor();
  await page.locator('.facts').getByRole('button', { name: 'Copy 493017' }).waitFor();
  await page.getByRole('tab', { name: /Links & codes/ }).click();
  expect(await page.locator('.links-and-codes code').innerText()).toBe('493017');
  expect(await page.locator('.links-and-codes a').getAttribute('href')).toBe('https://example.com/go');
});

browserTest(
  'text, HTML source and raw message have a tab each, and the source is indented on request and can be copied',
  async () => {
    const { page, send } = await openInspector();
    await send({ html: '<div><p>Hi</p></div>', text: 'Plain wörds', headers: { 'X-Campaign': 'spring' } });
    await page.getByRole('link', { name: 'Hello' }).click();
    const shows = async (tab: string, text: string) => {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').getByText(text).waitFor();
    };
    await shows('Text', 'Plain wörds');
    await shows('Source', '<div><p>Hi</p></div>');
    await page.getByLabel('Indented').check();
    await expect
      .poll(() => page.getByRole('tabpanel').locator('pre').innerText())
      .toContain('<div>\n  <p>\n    Hi');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy HTML' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '<div>\n  <p>\n    Hi\n  </p>\n</div>',
    );
    await shows('Raw', 'MIME-Version: 1.0');
    await page.getByRole('term').filter({ hasText: 'X-Campaign' }).waitFor();
    expect(await page.getByRole('tabpanel').innerText()).not.toContain('Plain wörds');
    await page.getByRole('tab', { name: 'Raw' }).press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'HTML' }).getAttribute('aria-selected')).toBe('true');
  },
);

browserTest('of a long message, the beginning shows at first, and the rest when it is wanted', async () => {
  const { page, send } = await openInspector();
  const paragraphs = '<p class="a">Thank you for your order.</p>\n'.repeat(3_000);
  await send({ html: `<h1>Start</h1>${paragraphs}<h2>End</h2>` });
  await page.getByRole('link', { name: 'Hello' }).click();
  const preview = page.frameLocator('iframe');
  await preview.getByRole('heading', { name: 'Start' }).waitFor();
  expect(await preview.getByRole('heading', { name: 'End' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await preview.getByRole('heading', { name: 'End' }).waitFor();

  await page.getByRole('tab', { name: 'Source' }).click();
  const source = page.getByRole('tabpanel').locator('pre');
  await source.getByText('Start').waitFor();
  const shown = async () => (await source.innerText()).length;
  const before = await shown();
  expect(before).toBeLessThan(50_000);
  await source.locator('> span').last().scrollIntoViewIfNeeded();
  await expect.poll(shown).toBeGreaterThan(before);
});

browserTest('the list can be searched, and filtered by status and environment', async () => {
  const { page, send, sandbox } = await openInspector();
  await send({ subject: 'Invoice' });
  await send({ subject: 'Receipt', to: 'fail@example.org' });
  await send({ subject: 'Trial' }, sandbox.testApiKey);
  sandbox.clock.advance('1m');
  const subjects = async (expected: readonly string[]) =>
    expect.poll(() => page.locator('.row-title').allInnerTexts()).toEqual(expected);
  await subjects(['Trial', 'Receipt', 'Invoice']);
  const search = page.getByLabel('Search messages');
  await search.fill('status:failed');
  await subjects(['Receipt']);
  await search.fill('environment:test');
  await subjects(['Trial']);
  await search.fill('invo');
  await subjects(['Invoice']);
});

browserTest(
  'all mail, or what a search shows, is deleted by one button, and comes back with Undo',
  async () => {
    const { page, send, sandbox } = await openInspector();
    await send({ subject: 'Invoice' });
    await send({ subject: 'Welcome' });
    await send({ subject: 'Refused', from: 'nobody' }).catch(() => {});
    await page.getByRole('button', { name: 'Delete all 3' }).click();
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    expect(sandbox.mailbox.list()).toHaveLength(0);
    await send({ subject: 'Meanwhile' });
    await page.getByRole('button', { name: 'Undo: 3 messages' }).click();
    await page.getByRole('button', { name: 'Delete all 4' }).waitFor();
    await page.getByRole('link', { name: /refused[^]*Refused/ }).waitFor();
    expect(sandbox.mailbox.list()).toMatchObject([
      { subject: 'Meanwhile' },
      { subject: 'Welcome' },
      { subject: 'Invoice' },
    ]);
    await page.getByLabel('Search messages').fill('subject:welcome');
    await page.getByRole('button', { name: 'Delete 1 shown' }).click();
    await expect
      .poll(() => sandbox.mailbox.list().map(({ subject }) => subject))
      .toEqual(['Meanwhile', 'Invoice']);
    expect(sandbox.check()).toEqual([]);
  },
);

browserTest('what another tab deletes or reads shows in this one', async () => {
  const { page, send, url } = await openInspector();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  const opened = page.waitForEvent('popup');
  await page.evaluate((address) => void open(address), url);
  const other = await opened;
  const id = await send({ subject: 'Shared' });
  await send({ subject: 'Other' });
  await page.getByText('2 unread').waitFor();
  await other.getByRole('link', { name: 'Shared' }).click();
  await page.getByText('1 unread').waitFor({ timeout: 5_000 });
  await fetch(`${url}/_sandbox/messages/${id}`, { method: 'DELETE' });
  await page.getByRole('link', { name: 'Shared' }).waitFor({ state: 'detached', timeout: 5_000 });
  await other.close();
});

browserTest(
  'an attachment downloads as it was uploaded, also from another account and with a control token',
  async () => {
    const { page, sandbox, url } = await openInspector('#token=open-sesame', { controlToken: 'open-sesame' });
    const { id: accountId, keys } = sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true },
    });
    const key = keys.find(({ environment }) => environment === 'live')?.key ?? '';
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await answer.json()) as { data: { attachmentId: string; uploadUrl: string } }).data;
    };
    const bytes = new TextEncoder().encode('a,b\n1,2\n');
    const file = { filename: 'numbers.csv', contentType: 'text/csv', size: bytes.length };
    const { attachmentId, uploadUrl } = await call('POST', '/attachments/presigned-url', file);
    await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: bytes });
    await call('POST', `/attachments/${attachmentId}/confirm`);
    await call('POST', '/emails', {
      from: 'ada@other.example',
      to: 'bob@example.org',
      subject: 'Numbers',
      text: 'Attached',
      attachmentIds: [attachmentId],
    });
    await page.getByLabel('Account').selectOption(accountId);
    await page.getByRole('link', { name: 'Numbers' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /numbers\.csv/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('numbers.csv');
    const stream = await download.createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toBe('a,b\n1,2\n');
  },
);

browserTest('a link to a message opens it, also in another account', async () => {
  const { page, url, send, sandbox } = await openInspector();
  const { id, keys } = sandbox.accounts.create({ domain: { name: 'shop.example' } });
  const key = keys.find(({ environment }) => environment === 'live')?.key;
  const own = await send({ subject: 'For the default account' });
  const foreign = await send({ from: 'ada@shop.example', subject: 'For the shop' }, key);
  await page.goto(`${url}/#/messages/${foreign}?account=${id}`);
  await page.getByRole('heading', { name: 'For the shop' }).waitFor();
  await expect.poll(() => page.getByLabel('Account').inputValue()).toBe(id);
  await page.goto('about:blank');
  await page.goto(`${url}/#/messages/${own}`);
  await page.getByRole('heading', { name: 'For the default account' }).waitFor();
});
