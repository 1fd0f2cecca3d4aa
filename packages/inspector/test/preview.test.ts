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
  // Otherwise the browser gives every frame the same colours.
  await page.emulateMedia({ colorScheme: null });
  await send({ html });
  await page.getByRole('link', { name: 'Hello' }).click();
  const frame = page.frameLocator('iframe');
  const width = () => frame.locator('p').evaluate(() => innerWidth);
  const colours = () =>
    frame.locator('p').evaluate((text) => getComputedStyle(text, '::after').content.replaceAll('"', ''));
  const full = await width();
  expect([full > 500, await colours()]).toEqual([true, 'light']);
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(width).toBe(375);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(colours).toBe('dark');
  await page.reload();
  await expect.poll(async () => [await width(), await colours()]).toEqual([375, 'dark']);

  const handle = page.getByRole('separator', { name: 'Width of the preview' });
  await handle.press('ArrowRight');
  await expect.poll(width).toBe(395);
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no handle.');
  await page.mouse.move(box.x + 5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 35, box.y + 20, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await width()) - 455)).toBeLessThan(20);
  await page.getByRole('button', { name: 'Full' }).click();
  await expect.poll(width).toBe(full);

  const loaded = () => frame.getByAltText('Logo').evaluate((image) => Reflect.get(image, 'naturalWidth'));
  await expect.poll(loaded).toBe(1);
  await page.getByLabel('Images', { exact: true }).uncheck();
  await expect.poll(loaded).toBe(0);
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
  await page.locator('.thumbnail img').nth(1).waitFor();
  for (const name of ['logo.png', 'icon.svg', 'bill.pdf']) {
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.locator(name === 'bill.pdf' ? 'iframe' : 'img').waitFor();
    const source = await dialog.locator('img, iframe').getAttribute('src');
    expect(source, name).toMatch(name === 'bill.pdf' ? /^blob:/ : /^data:image\//);
    const close = dialog.getByRole('button', { name: 'Close' });
    await close.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  // Escape closed the file, not the message.
  await page.getByRole('article').waitFor();
  expect(await page.evaluate('ran')).toEqual([]);
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});
