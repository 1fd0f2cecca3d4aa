import { expect } from 'vitest';
import { browserTest, openInspector, upload } from './open-inspector.ts';

/** A red square. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const html = `<!doctype html><style>
p::after { content: 'light' } @media (prefers-color-scheme: dark) { p::after { content: 'dark' } }
</style><p></p><img alt="Logo" src="data:image/png;base64,${png.toString('base64')}">`;

browserTest('the preview has the width and the colours of a phone, and keeps the choice', async () => {
  const { page, send } = await openInspector();
  await page.setViewportSize({ width: 1600, height: 900 });
  // Otherwise the browser gives every frame the same colours.
  await page.emulateMedia({ colorScheme: null });
  await send({ html });
  await page.getByRole('link', { name: 'Hello' }).click();
  const frame = page.frameLocator('iframe');
  const width = () => frame.locator('p').evaluate(() => innerWidth);
  const colours = () =>
    frame.locator('p').evaluate((text) => getComputedStyle(text, '::after').content.replaceAll('"', ''));
  await expect.poll(width).toBeGreaterThan(500);
  const full = await width();
  expect(await colours()).toBe('light');
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(width).toBe(375);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(colours).toBe('dark');
  await page.reload();
  await expect.poll(async () => [await width(), await colours()]).toEqual([375, 'dark']);
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('link', { name: 'Hello' }).click();
  await expect.poll(async () => [await width(), await colours()]).toEqual([375, 'dark']);

  await page.getByRole('button', { name: 'Full' }).click();
  await expect.poll(width).toBe(full);

  const loaded = () => frame.getByAltText('Logo').evaluate((image) => Reflect.get(image, 'naturalWidth'));
  await expect.poll(loaded).toBe(1);
  await page.getByLabel('Images', { exact: true }).uncheck();
  await expect.poll(loaded).toBe(0);
});

browserTest('the address of a preview shows its width and colours in another browser, too', async () => {
  const { page, send, url } = await openInspector();
  await page.emulateMedia({ colorScheme: null });
  await send({ html });
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => page.url()).toMatch(/width=375.*scheme=dark/);
  const address = page.url();
  await page.goto(url);
  await page.goto(address);
  const seen = () =>
    page
      .frameLocator('iframe')
      .locator('p')
      .evaluate((text) => [innerWidth, getComputedStyle(text, '::after').content]);
  await expect.poll(seen).toEqual([375, '"dark"']);
});

browserTest('a printed message is its head and its content alone', async () => {
  const { page, send } = await openInspector();
  await send({ html });
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.locator('.story').waitFor();
  const around = ['.strip', '.menu', '.list', '.story', '[role="tablist"]', '.preview-tools'];
  const shown = () => Promise.all(around.map((part) => page.locator(part).first().isVisible()));
  expect(await shown()).toEqual(around.map(() => true));
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Hello' }).waitFor();
  await page.locator('iframe').waitFor();
  expect(await shown()).toEqual(around.map(() => false));
});

browserTest('links of a message scroll inside or open a new page, and never replace this one', async () => {
  const { page, send, url } = await openInspector();
  const links = ['_self', '_top', '_parent', 'other'].map(
    (target) => `<p><a href="${url}/_sandbox/health?${target}" target="${target}">to ${target}</a></p>`,
  );
  const section =
    '<a href="#end" target="_top">Down</a><div style="height:9000px"></div><p id="end">The end</p>';
  await send({ html: `<base href="https://b.example/" target="_top">${links.join('')}${section}` });
  await page.getByRole('link', { name: 'Hello' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('Down').click();
  await expect
    .poll(() => frame.locator('#end').evaluate((end) => end.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  for (const target of ['_self', '_top', '_parent', 'other']) {
    const opened = page.waitForEvent('popup');
    await frame.getByText(`to ${target}`).click();
    const popup = await opened;
    await popup.waitForURL(`${url}/_sandbox/health?${target}`);
    await popup.close();
  }
  expect(new URL(page.url()).origin).toBe(url);
  await frame.getByText('The end').waitFor();
});

browserTest('in dark colours, a message without dark styles says so', async () => {
  const { page, send } = await openInspector();
  await send({ subject: 'Plain', html: '<p>Hello</p>' });
  await page.getByRole('link', { name: 'Plain' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByText('This message has no dark styles.').waitFor();
});

browserTest('images and PDF open in the page, where no script of a file runs', async () => {
  const inspector = await openInspector();
  const { page, send, errors, foreign } = inspector;
  await page.evaluate(() => Object.assign(window, { ran: [] }));
  const script = '<script>top.ran.push(1)</script><img src="https://tracker.example/a.png">';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran.push(2)">${script}</svg>`;
  const attachmentIds = [
    await upload(inspector, { filename: 'logo.png', contentType: 'image/png' }, png),
    await upload(inspector, { filename: 'icon.svg', contentType: 'image/svg+xml' }, bytes(svg)),
    await upload(inspector, { filename: 'bill.pdf', contentType: 'application/pdf' }, bytes(script)),
  ];
  await send({ attachmentIds });
  await page.getByRole('link', { name: 'Hello' }).click();
  for (const name of ['logo.png', 'icon.svg', 'bill.pdf']) {
    await page.getByRole('button', { name }).click();
    const file = page.getByRole('region', { name });
    await file.locator(name === 'bill.pdf' ? 'iframe' : 'img').waitFor();
    const source = await file.locator('img, iframe').getAttribute('src');
    expect(source, name).toMatch(name === 'bill.pdf' ? /^blob:/ : /^data:image\//);
    await page.getByRole('button', { name }).click();
    await file.waitFor({ state: 'detached' });
  }
  expect(await page.evaluate('ran')).toEqual([]);
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});
