import { expect } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { findings } from './findings.ts';
import { browserTest, type Inspector, openInspector, upload } from './open-inspector.ts';

const logo = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

/** Something to see in each view. */
async function fill(inspector: Inspector): Promise<{ sent: string; refused: string }> {
  const { send, sandbox, url } = inspector;
  const sent = await send({
    subject: 'مرحبا بك في متجرنا',
    html: '<a href="https://example.com">Go</a>',
    color: 'red',
    attachmentIds: [await upload(inspector, { filename: 'logo.svg', contentType: 'image/svg+xml' }, logo)],
  });
  await send({ to: ['nobody'] }).catch(() => {});
  const refused = sandbox.requests.last()?.requestId ?? '';
  sandbox.faults.failNext('verifyEmail', 503);
  sandbox.suppressions.add({ email: 'gone@example.org' });
  sandbox.templates.set('invoice', { subject: 'Invoice {{number}}', text: 'Thank you.' });
  sandbox.verifications.setResult('ada@example.org', 'risky');
  const headers = { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/attachments/presigned-url', { filename: 'a.csv', contentType: 'text/csv', size: 5 });
  await post('/email-verification/batch', { emails: ['ada@example.com', 'bob@example.com'] });
  sandbox.verifications.complete(sandbox.verifications.list()[0]?.id ?? '');
  sandbox.clock.advance('1s');
  await fetch(`${url}/api/v1/contact-lists`, { headers });
  return { sent, refused };
}

const views = [
  'messages',
  'send',
  'requests',
  'activity',
  'failure',
  'accounts',
  'contacts',
  'contact-lists',
  'suppressions',
  'attachments',
  'templates',
  'verification',
  'faults',
  'state',
];
/** The views that look the same in an empty sandbox. */
const alike = new Set(['state']);

browserTest(
  'axe finds nothing in any view, full or empty, in light and dark colours',
  async () => {
    const inspector = await openInspector('', {
      seed: { accounts: [{ contactLists: [{ name: 'Readers', contacts: [{ email: 'ada@example.org' }] }] }] },
    });
    const { page, url, send } = inspector;
    const found: string[] = [];
    const note = async (name: string, options = {}) =>
      found.push(...(await findings(inspector, options)).map((finding) => `${name}: ${finding}`));
    const look = async (path: string, ready: () => Promise<void>, options = {}) => {
      await page.goto(`${url}/#/${path}`);
      await ready();
      await note(path, options);
    };
    const settled = () => page.waitForLoadState('domcontentloaded');
    const titled = async () => {
      await page.getByText('Live', { exact: true }).waitFor();
      await page.locator('.skeleton').waitFor({ state: 'detached' });
      await settled();
    };
    // What an empty view shows has the same colours as a full one, and what is around it is the same in all.
    for (const view of nightly ? views : alike)
      await look(view, titled, { part: 'main', dark: alike.has(view) });
    const { sent, refused } = await fill(inspector);
    await send({ subject: 'Another' });
    for (const view of views.filter((name) => !alike.has(name))) await look(view, titled, { part: 'main' });
    for (const tab of ['HTML', 'Text', 'Links & codes', 'Checks', 'Source', 'Raw']) {
      const shown = () => page.getByRole('tab', { name: tab, selected: true }).waitFor();
      await look(`messages/${sent}?tab=${encodeURIComponent(tab)}`, shown, { part: 'main' });
    }
    await page.getByLabel('Search messages').fill('form:ada');
    await page.locator('.search-problem').waitFor();
    await page.getByLabel('Search messages').fill('status:queued has:');
    await page.locator('.rows.old').waitFor({ state: 'detached' });
    await note('search');
    await page.getByLabel('Search messages').fill('status:queued has:attachment');
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await note('shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('button').first().waitFor();
    await note('palette');
    await page.keyboard.press('Escape');
    await look(`messages/${sent}?tab=HTML`, async () => {
      await page.locator('.preview iframe').waitFor();
      // The rows of an earlier search are dimmed until those of the next one come.
      await page.locator('.rows.old').waitFor({ state: 'detached' });
    });
    await page.getByRole('button', { name: 'logo.svg' }).click();
    await page.getByRole('region', { name: 'logo.svg' }).locator('img').waitFor();
    await note('file');
    await look('templates/welcome', () => page.getByText('A send would be refused').waitFor());
    await look('send?template=welcome', () => page.getByText('A send would be refused').waitFor());
    const contact = inspector.sandbox.contacts.list()[0]?.id ?? '';
    await look(`contacts/${contact}`, () => page.getByRole('link', { name: 'Messages to it' }).waitFor());
    const verification = inspector.sandbox.verifications.list()[0]?.id ?? '';
    await look(`verification/${verification}`, () =>
      page.getByRole('cell', { name: 'valid' }).first().waitFor(),
    );
    await look(`messages/${refused}`, () => page.locator('article .problem').waitFor());
    await look(`requests/${refused}`, () => page.locator('mark.fault').waitFor());
    await page.setViewportSize({ width: 360, height: 800 });
    await look(`messages/${sent}`, () => page.getByRole('article').waitFor());
    await look('requests', titled);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('navigation').getByRole('button').click();
    await note('menu');
    await page.keyboard.press('Escape');
    await page.route(`${url}/_sandbox/**`, (route) => route.abort());
    await page.evaluate(() => stop());
    await page.getByRole('alert').waitFor();
    await note('away');
    expect(found).toEqual([]);
  },
  180_000,
);
