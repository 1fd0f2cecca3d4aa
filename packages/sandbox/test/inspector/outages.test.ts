import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest(
  'while the sandbox is away, its last state stays with one banner and a stopped clock',
  async () => {
    const { page, send, url, sandbox } = await openInspector('', { clock: 'system' });
    await send();
    await page.getByRole('link', { name: 'Hello' }).click();
    await page.getByRole('article', { name: 'Hello' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.route(`${url}/_sandbox/**`, (route) => route.abort());
    await page.evaluate(() => stop());
    await page.getByRole('alert').getByText('The sandbox does not respond.').waitFor();
    const shown = await page.locator('.clock time').innerText();
    await page.getByRole('tab', { name: 'Links' }).click();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.locator('.rows a').innerText()).toContain('Hello');
    expect(await page.getByRole('article').innerText()).toContain('bob@example.org');
    // The page asks again each second; by then a running clock has moved.
    await page.waitForRequest(/_sandbox\/events/);
    await page.waitForRequest(/_sandbox\/events/);
    expect(await page.locator('.clock time').innerText()).toBe(shown);
    await page.unroute(`${url}/_sandbox/**`);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  },
);

browserTest('offline, nothing can be changed, and a view that was never opened says so', async () => {
  const { page, send, url } = await openInspector();
  await send();
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.route(`${url}/_sandbox/**`, (route) => route.abort());
  await page.evaluate(() => stop());
  await page.getByRole('alert').getByText('The sandbox does not respond.').waitFor();
  for (const name of ['Delete all 1', 'Reset', 'Advance 1h']) {
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
  }
  await page.evaluate(() => location.assign('#/contacts'));
  const missing = page.getByText('This was never loaded').first();
  await missing.waitFor();
  await page.unroute(`${url}/_sandbox/**`);
  await missing.waitFor({ state: 'detached' });
});

browserTest('a hidden tab asks for nothing, and catches up when it shows', async () => {
  const { page, send } = await openInspector();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  const hide = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.getByText('Live', { exact: true }).waitFor();
  await hide('hidden');
  // What was asked for before it was hidden may still be under way.
  await page.waitForFunction(() => {
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return answers.every(({ responseEnd }) => performance.now() - responseEnd > 500);
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await send();
  await send();
  expect(asked).toEqual([]);
  await hide('visible');
  await page.getByText('2 messages').waitFor();
});

browserTest('the page connects again to a server that was restarted', async () => {
  const first = await serve({ sandbox: createSandbox(), port: 0 });
  onTestFinished(() => first.close());
  const { page } = await openInspector();
  await page.unrouteAll();
  await page.goto(first.url);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await first.close();
  await page.getByRole('alert').waitFor();
  const second = await serve({ sandbox: createSandbox(), port: Number(new URL(first.url).port) });
  onTestFinished(() => second.close());
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
});

browserTest('Escape takes back a question and closes an unchanged template', async () => {
  const { page } = await openInspector('#/templates');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset all?' }).press('Escape');
  await page.getByRole('button', { name: 'Reset', exact: true }).waitFor();
  await page.getByRole('link', { name: 'New template' }).click();
  const id = page.getByLabel('Id', { exact: true });
  await id.fill('invoice');
  await id.press('Escape');
  expect(await id.inputValue()).toBe('invoice');
  await id.fill('');
  await id.press('Escape');
  await id.waitFor({ state: 'detached' });
});

browserTest('while a message loads, its place is not blank', async () => {
  const { page, send, url } = await openInspector();
  const id = await send();
  await page.route(`${url}/_sandbox/messages/${id}/story?*`, () => {});
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.getByRole('region', { name: 'Details' }).getByRole('status', { name: 'Loading' }).waitFor();
});
