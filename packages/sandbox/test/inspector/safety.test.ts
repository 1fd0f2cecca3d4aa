import { expect, test } from 'vitest';
import { browserTest, openInspector, serveSandbox } from './open-inspector.ts';

test('GET / returns the inspector, which other pages cannot frame, and HEAD / returns its headers only', async () => {
  const url = await serveSandbox();
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  expect(await page.text()).toMatch(/^<!doctype html>/);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('GET / with inspector: false and other methods on / get the response of any unknown path', async () => {
  const without = await serveSandbox({ inspector: false });
  const page = await fetch(without);
  expect(page.status).toBe(404);
  expect(await page.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  expect((await fetch(await serveSandbox(), { method: 'POST' })).status).toBe(404);
});

test('the page is one file that refers to no outside script, style, image, font or frame', async () => {
  const page = await (await fetch(await serveSandbox())).text();
  expect(page).not.toMatch(/<(script|link|img|iframe)\b[^>]*\b(src|href)\s*=\s*(?!"data:)/i);
  expect(page).not.toMatch(/url\(\s*["']?(https?:)?\/\//i);
  expect(page).not.toMatch(/@import/);
  // The only URLs in it are XML namespaces, which browsers never fetch.
  const addresses = page.matchAll(/https?:\/\/[\w.-]+/g);
  expect([...new Set([...addresses].map(([address]) => address))]).toEqual(['http://www.w3.org']);
});

test('the policy of the page allows only its own script', async () => {
  const page = await (await fetch(await serveSandbox())).text();
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='(;|$)/);
});

browserTest('scripts in the subject, addresses, headers, text and HTML of an email never run', async () => {
  const { page, send, errors, foreign } = await openInspector();
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
  // A link that is not a web link is shown as text.
  expect(await page.locator('.links-and-codes a').count()).toBe(0);
  expect(await page.evaluate('ran')).toEqual([]);
  expect(await page.getByRole('article').getByRole('heading', { level: 1 }).innerText()).toBe(bad);
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});

browserTest('remote images of an email load only after the user allows them', async () => {
  const { page, send, foreign } = await openInspector();
  await send({ html: '<p>Look</p><img src="https://shop.example/logo.png">' });
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.frameLocator('iframe').getByText('Look').waitFor();
  expect(foreign).toEqual([]);
  await page.getByLabel('Load remote images').check();
  await expect.poll(() => foreign).toEqual(['https://shop.example/logo.png']);
  // The consent is for that message only.
  await send({ subject: 'Another', html: '<p>Again</p><img src="https://shop.example/other.png">' });
  await page.getByRole('link', { name: 'Another' }).click();
  await page.frameLocator('iframe').getByText('Again').waitFor();
  expect(await page.getByLabel('Load remote images').isChecked()).toBe(false);
  expect(foreign).toEqual(['https://shop.example/logo.png']);
});

/** What may come before a doctype: characters that look blank but begin the body, and HTML's own white space. */
const starts: readonly (readonly [name: string, text: string])[] = [
  ['U+00A0', '\u00a0'],
  ['U+2028', '\u2028'],
  ['U+3000', '\u3000'],
  ['a vertical tab', '\v'],
  ['a byte-order mark', '\ufeff'],
  ['two byte-order marks', '\ufeff\ufeff'],
  ['U+00A0 after a line break', '\n\u00a0'],
  ['white space', '\t\n\f\r '],
];

browserTest('remote images stay unloaded, whatever looks blank before the doctype', async () => {
  const { page, send, foreign } = await openInspector();
  const preview = page.frameLocator('iframe');
  for (const [name, text] of starts) {
    const image = `<img src="https://shop.example/${name}.png">`;
    await send({ subject: name, html: `${text}<!doctype html><p>${name}</p>${image}` });
    await page.getByRole('link', { name }).first().click();
    await preview.getByText(name, { exact: true }).waitFor();
    // The browser is done with the image, so it has been requested by now or never will be.
    await expect
      .poll(() => preview.locator('img').evaluate((image) => Reflect.get(image, 'complete')))
      .toBe(true);
  }
  expect(foreign).toEqual([]);
});

browserTest('a doctype after white space keeps the preview out of quirks mode', async () => {
  const { page, send } = await openInspector();
  await send({ html: '\n\t <!DOCTYPE html>\n<p>Look</p>' });
  await page.getByRole('link', { name: 'Hello' }).click();
  const text = page.frameLocator('iframe').getByText('Look');
  expect(await text.evaluate(({ ownerDocument }) => ownerDocument.compatMode)).toBe('CSS1Compat');
});

browserTest(
  'the page asks for the control token, says when it is wrong, and keeps it for the tab',
  async () => {
    const { page, send } = await openInspector('', { controlToken: 'open-sesame' });
    await page.getByLabel('Token').fill('open-door');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill('open-sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await send();
    await page.getByRole('link', { name: 'Hello' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Hello' }).waitFor();
  },
);

browserTest('a token in the URL is used and removed from the URL', async () => {
  const { page, url } = await openInspector('#token=open%20sesame', { controlToken: 'open sesame' });
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  expect(page.url()).toBe(`${url}/`);
});
