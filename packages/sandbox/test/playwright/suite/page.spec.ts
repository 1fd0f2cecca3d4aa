import type { Sandbox } from '@mailrig/sandbox';
import { expect, test } from '@mailrig/sandbox/playwright';
import type { Page } from '@playwright/test';

/** Sends from the page, and returns the result of its `fetch`. */
async function send(page: Page, { baseUrl, liveApiKey }: Sandbox, subject: string): Promise<string> {
  const email = { from: 'ada@example.com', to: 'bob@example.org', subject, text: 'Hello' };
  return page.evaluate(
    async ([url, key, body]) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      try {
        const response = await fetch(`${url}/api/v1/emails`, { method: 'POST', headers, body });
        return `${response.status} ${response.headers.get('x-ratelimit-remaining')}`;
      } catch (error) {
        return error instanceof TypeError ? 'TypeError' : 'other';
      }
    },
    [baseUrl, liveApiKey, JSON.stringify(email)] as const,
  );
}

for (const subject of ['one', 'two']) {
  test(`the page reaches this test’s own sandbox: ${subject}`, async ({ page, sandbox }) => {
    expect(sandbox).not.toHaveSentEmail();
    expect(await send(page, sandbox, subject)).toBe('201 99');
    expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', subject });
    const count = expect(sandbox).toHaveSentEmail as (...given: readonly unknown[]) => void;
    expect(() => count({ to: 'bob@example.org' }, { times: 1 })).toThrow('toHaveSentEmail takes the fields');
    expect(sandbox.mailbox.list()).toHaveLength(1);
    // Requests that Playwright makes outside of the page need a served sandbox.
    await expect(page.request.get(`${sandbox.baseUrl}/api/v1/emails`)).rejects.toThrow(
      'apiRequestContext.get',
    );
    await expect.poll(() => sandbox).toHaveSentEmail({ subject });
  });
}

test('the page uploads to a presigned URL (R107)', async ({ page, sandbox }) => {
  const status = await page.evaluate(
    async ([url, key]) => {
      const created = await fetch(`${url}/api/v1/attachments/presigned-url`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ filename: 'a.txt', contentType: 'text/plain', size: 2 }),
      });
      const { data } = await created.json();
      const put = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hi' };
      return (await fetch(data.uploadUrl, put)).status;
    },
    [sandbox.baseUrl, sandbox.liveApiKey] as const,
  );
  expect(status).toBe(200);
});

test('a lost connection is the browser’s own TypeError', async ({ page, sandbox }) => {
  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { network: 'reset' } });
  expect(await send(page, sandbox, 'lost')).toBe('TypeError');
  expect(await send(page, sandbox, 'again')).toMatch(/^201 /);
});

test.describe('options', () => {
  test.use({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

  test('the sandbox has the options of the suite', ({ sandbox }) => {
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:00.000Z');
  });
});

test('fails: a missing email shows the nearest one', async ({ page, sandbox }) => {
  await send(page, sandbox, 'Hello');
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', subject: 'Goodbye' });
});
