import { expect } from 'vitest';
import { findings } from './findings.ts';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest('the strip says what is not as usual, and each note leads to it or takes it back', async () => {
  const inspector = await openInspector('', { clock: 'system' });
  const { page, sandbox, send } = inspector;
  const strip = page.getByRole('region', { name: 'What is not as usual' });
  const says = (...notes: string[]) =>
    expect.poll(() => strip.getByRole('listitem').allInnerTexts()).toEqual(notes);
  await page.getByText('Live', { exact: true }).waitFor();
  await says();
  expect(await strip.locator('ul').evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
    '"All as usual"',
  );

  const { height, y } = (await strip.boundingBox()) ?? {};
  sandbox.clock.freeze();
  sandbox.faults.add({ operation: 'sendEmail', times: 2, effect: { status: 503 } });
  await says('Clock frozen', 'Next send: 503 · twice');
  const shop = sandbox.accounts.create({ domain: { name: 'shop.test' } });
  const [key] = shop.keys.filter(({ environment }) => environment === 'live');
  sandbox.faults.clear();
  for (let times = 0; times < 3; times++) await send({ from: 'ada@shop.test' }, key?.key);
  await says('Clock frozen', '3 new in shop.test');
  await strip.getByRole('button', { name: '3 new in shop.test' }).click();
  await says('Clock frozen');
  await page.getByRole('button', { name: 'Delete all 3' }).click();
  await says('Clock frozen', 'Undo: 3 messages');
  // The note stays as long as the server can take it back.
  await page.reload();
  await says('Clock frozen', 'Undo: 3 messages');
  expect(await findings(inspector)).toEqual([]);
  expect(await strip.boundingBox()).toMatchObject({ height, y });
  await strip.getByRole('button', { name: 'Undo: 3 messages' }).click();
  await says('Clock frozen');
  await page.getByRole('button', { name: 'Delete all 3' }).waitFor();
});

browserTest(
  'the past that a reset elsewhere removed ends with a word, and so does mail that is taken back',
  async () => {
    const { page, sandbox, send, url } = await openInspector();
    await send({ subject: 'First' });
    await send({ subject: 'Second' });
    await page.getByRole('link', { name: 'Second' }).click();
    await page.locator('.story').waitFor();
    const slider = page.getByRole('slider', { name: 'History', disabled: false });
    await slider.press('Home');
    await page.getByText('Not sent yet').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('As of 09:00:00 · Messages · Mailrig sandbox');
    sandbox.reset();
    await page.getByText('That moment is gone').waitFor();
    await expect.poll(() => page.url()).not.toContain('at=');

    await page.goto(`${url}/#/messages`);
    for (const subject of ['Third', 'Fourth']) await send({ subject });
    await page.getByRole('link', { name: 'Fourth' }).waitFor();
    sandbox.rewind(1);
    await page.getByText('reset or taken back elsewhere').waitFor();
    await expect.poll(() => page.locator('.row-title').allInnerTexts()).toEqual(['Third']);
  },
);

browserTest('Enter in the search opens the first hit', async () => {
  const { page, send } = await openInspector();
  for (const subject of ['Invoice', 'Receipt']) await send({ subject });
  await page.getByRole('link', { name: 'Invoice' }).waitFor();
  await page.getByLabel('Search messages').fill('invo');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Invoice' }).waitFor();
});

browserTest('the page is sent compressed with an entity tag, and each list is read once', async () => {
  const { page, url, send, sandbox } = await openInspector();
  await send();
  // No event comes later, after which the page would rightly read again.
  sandbox.clock.advance('1m');
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const tag = plain.headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 2,
  );
  expect(await packed.text()).toBe(await plain.text());

  // The page that is open may still read what the send has changed.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.waitForTimeout(1_500);
  expect(asked.filter((path) => path === '/_sandbox/messages')).toHaveLength(1);
});
