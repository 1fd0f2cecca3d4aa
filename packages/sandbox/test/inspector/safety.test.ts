import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { inspectorPage } from '@mailrig/inspector';
import { expect, onTestFinished, test } from 'vitest';
import { missing, note } from '../browser/chromium.ts';
import { open } from './inspector.ts';

async function served(options: { readonly inspector?: boolean } = {}): Promise<string> {
  const server = await serve({ sandbox: createSandbox(), port: 0, ...options });
  onTestFinished(() => server.close());
  return server.url;
}

test('GET / is the inspector, in no frame of another page; HEAD / is its head', async () => {
  const url = await served();
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  expect(await page.text()).toMatch(/^<!doctype html>/);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('with inspector: false, GET / is answered as any unknown path; so are other methods in any case', async () => {
  const without = await served({ inspector: false });
  const page = await fetch(without);
  expect(page.status).toBe(404);
  expect(await page.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  expect((await fetch(await served(), { method: 'POST' })).status).toBe(404);
});

test('the page is one file: it names no script, style, image, font or frame of elsewhere', async () => {
  const page = await inspectorPage();
  expect(page).not.toMatch(/<(script|link|img|iframe)\b[^>]*\b(src|href)\s*=\s*(?!"data:)/i);
  expect(page).not.toMatch(/url\(\s*["']?(https?:)?\/\//i);
  expect(page).not.toMatch(/@import/);
  // The only addresses in it are the names of XML vocabularies, which nobody fetches.
  const addresses = page.matchAll(/https?:\/\/[\w.-]+/g);
  expect([...new Set([...addresses].map(([address]) => address))]).toEqual(['http://www.w3.org']);
});

test('the page runs no script but its own', async () => {
  const page = await inspectorPage();
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='(;|$)/);
});

test.skipIf(missing)(
  `scripts in subject, addresses, headers, text and HTML of a mail never run${note}`,
  async () => {
    const { page, send, errors, foreign } = await open();
    await page.evaluate(() => Object.assign(window, { ran: [] }));
    const bad = `<img src=x onerror="top.ran.push(1)"><script>top.ran.push(2)</script>`;
    await send({
      from: `"${bad.replaceAll('"', "'")}" <ada@example.com>`,
      subject: bad,
      text: bad,
      headers: { 'X-Bad': bad },
      html: [
        bad,
        '<svg onload="top.ran.push(3)"></svg>',
        '<a href="javascript:top.ran.push(4)">press</a>',
        '<iframe srcdoc="<script>top.ran.push(5)</script>"></iframe>',
        '<form action="javascript:top.ran.push(6)"><button>send</button></form>',
        '<meta http-equiv="refresh" content="0;url=javascript:top.ran.push(7)">',
        '<img src="https://tracker.example/pixel.gif">',
      ].join(''),
    });
    await page.locator('.rows a').click();
    await page.frameLocator('iframe').getByText('press').click();
    await page.frameLocator('iframe').getByText('send').click();
    for (const tab of await page.getByRole('tab').all()) await tab.click();
    await page.getByRole('tab', { name: /Links/ }).click();
    // What is no web link is shown as text.
    expect(await page.locator('.found a').count()).toBe(0);
    expect(await page.evaluate('ran')).toEqual([]);
    expect(await page.getByRole('article').getByRole('heading').innerText()).toBe(bad);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  },
);

test.skipIf(missing)(
  `what a mail loads from elsewhere is loaded only where the user asks for it${note}`,
  async () => {
    const asked: string[] = [];
    const elsewhere = createServer(({ url = '' }, answer) => {
      asked.push(url);
      answer.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    onTestFinished(() => void elsewhere.close());
    const logo = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/logo.png`;
    const { page, send } = await open();
    await send({ html: `<p>Look</p><img src="${logo}">` });
    await page.getByRole('link', { name: 'Hello' }).click();
    await page.frameLocator('iframe').getByText('Look').waitFor();
    expect(asked).toEqual([]);
    await page.getByLabel('Load images from elsewhere').check();
    await expect.poll(() => asked).toEqual(['/logo.png']);
  },
);

test.skipIf(missing)(
  `with a control token, the page asks for it, says when it is wrong, and keeps it in the tab${note}`,
  async () => {
    const { page, send } = await open('', { controlToken: 'open-sesame' });
    await page.getByLabel('Token').fill('open-door');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill('open-sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    await send();
    await page.getByRole('link', { name: 'Hello' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Hello' }).waitFor();
  },
);

test.skipIf(missing)(`a token in the address is used, and gone from the address${note}`, async () => {
  const { page, url } = await open('#token=open%20sesame', { controlToken: 'open sesame' });
  await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
  expect(page.url()).toBe(`${url}/`);
});
