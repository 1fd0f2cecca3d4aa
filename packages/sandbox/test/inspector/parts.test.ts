import { describe, expect } from 'vitest';
import { browserTest, type Inspector, openInspector } from './open-inspector.ts';

/** A state of a part: the view to open, and how to get there and see it. */
type State = readonly [state: string, view: string, see: (inspector: Inspector) => Promise<unknown>];

/** Each part of the page with its states. */
const parts: Readonly<Record<string, readonly State[]>> = {
  'a button that asks': [
    [
      'acts on a second press',
      '#/faults',
      async ({ page, sandbox }) => {
        const button = await removeAll({ page, sandbox });
        await button.click();
        expect(sandbox.faults.list()).toHaveLength(1);
        await button.click();
        await page.getByText('All faults removed').waitFor();
        expect(sandbox.faults.list()).toEqual([]);
      },
    ],
    [
      'asks no more after Escape',
      '#/faults',
      async ({ page, sandbox }) => {
        const button = await removeAll({ page, sandbox });
        await button.click();
        await page.locator('button.danger').waitFor();
        await button.press('Escape');
        await page.locator('button.danger').waitFor({ state: 'detached' });
        expect(sandbox.faults.list()).toHaveLength(1);
      },
    ],
    [
      'asks no more once the focus has left',
      '#/faults',
      async ({ page, sandbox }) => {
        await (await removeAll({ page, sandbox })).click();
        await page.locator('button.danger').waitFor();
        await page.getByLabel('Operation').focus();
        await page.locator('button.danger').waitFor({ state: 'detached' });
      },
    ],
    [
      'cannot be pressed in the past',
      '#/faults',
      async ({ page, sandbox, url }) => {
        const button = await removeAll({ page, sandbox });
        await page.goto(`${url}/#/faults?at=1`);
        await expect.poll(() => button.isDisabled()).toBe(true);
      },
    ],
  ],
  'a button that copies': [
    [
      'says so',
      '#/state',
      async ({ page }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page
          .getByRole('button', { name: /^Copy http/ })
          .first()
          .click();
        await page.getByText('Copied', { exact: true }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/api\/v1$/);
      },
    ],
    [
      'says that the browser has no clipboard',
      '#/state',
      async ({ page }) => {
        await page.evaluate(() =>
          Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
        );
        await page
          .getByRole('button', { name: /^Copy http/ })
          .first()
          .click();
        await page.getByText('The browser blocked copying.').waitFor();
      },
    ],
  ],
  'a menu': [
    [
      'opens by key, and Escape closes it',
      '',
      async (inspector) => {
        const menu = await simulate(inspector);
        await menu.locator('summary').press('Enter');
        await menu.getByRole('button', { name: 'Deliver' }).waitFor();
        await inspector.page.keyboard.press('Escape');
        await menu.getByRole('button', { name: 'Deliver' }).waitFor({ state: 'hidden' });
        await inspector.page.getByRole('article').waitFor();
      },
    ],
    [
      'closes after a press',
      '',
      async (inspector) => {
        const menu = await simulate(inspector);
        await menu.locator('summary').press('Enter');
        await menu.getByRole('button', { name: 'Bounce' }).press('Enter');
        await expect.poll(() => menu.getAttribute('open')).toBe(null);
      },
    ],
  ],
  'a list': [
    [
      'is empty',
      '#/contacts',
      ({ page }) => page.getByRole('heading', { name: 'No contacts yet' }).waitFor(),
    ],
    [
      'has no matches',
      '#/contacts?q=x',
      ({ page }) => page.getByRole('heading', { name: 'No matches' }).waitFor(),
    ],
    [
      'says what is wrong with a search',
      '#/messages?q=status:odd',
      ({ page }) => page.locator('.search-problem').waitFor(),
    ],
    [
      'has an item',
      '',
      async (inspector) => {
        await simulate(inspector);
        expect(await inspector.page.locator('.rows a[aria-current=true]').count()).toBe(1);
      },
    ],
  ],
  'an item': [
    ['does not exist', '#/messages/msg_0', ({ page }) => page.getByRole('alert').waitFor()],
    [
      'does not exist yet',
      '',
      async ({ page, send, url }) => {
        await send();
        const id = await send();
        await page.goto(`${url}/#/messages/${id}?at=1`);
        await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
      },
    ],
  ],
  'a table': [
    [
      'is empty',
      '#/suppressions',
      ({ page }) => page.getByRole('heading', { name: 'No suppressed addresses' }).waitFor(),
    ],
    [
      'has no matches',
      '#/suppressions?q=x',
      ({ page }) => page.getByRole('heading', { name: 'No matches' }).waitFor(),
    ],
    [
      'names its columns, also those without a visible name',
      '#/suppressions',
      async ({ page, sandbox }) => {
        sandbox.suppressions.add({ email: 'gone@example.org', reason: 'manual' });
        await page.getByRole('row', { name: /gone@example\.org/ }).waitFor();
        const names = await page.getByRole('columnheader').allInnerTexts();
        expect(names).toEqual(['Address', 'Reason', 'Since', 'Refused', 'Actions']);
      },
    ],
  ],
  'a field': [
    [
      'names what is wrong with it',
      '#/send',
      async ({ page }) => {
        const from = page.getByRole('textbox', { name: 'From', exact: true });
        await from.fill('nobody');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true');
        await expect.poll(() => from.getAttribute('aria-describedby')).toMatch(/-error$/);
      },
    ],
  ],
};

for (const [part, states] of Object.entries(parts)) {
  describe(`${part}`, () => {
    for (const [state, view, see] of states) {
      browserTest(`${state}`, async () => {
        const inspector = await openInspector(view);
        await see(inspector);
        expect(inspector.errors).toEqual([]);
      });
    }
  });
}

/** The button that removes a fault after it asked. */
async function removeAll({ page, sandbox }: Pick<Inspector, 'page' | 'sandbox'>) {
  sandbox.faults.failNext('sendEmail', 503);
  const button = page.getByRole('button', { name: /^(Remove all|Sure\?)/ });
  await button.waitFor();
  return button;
}

/** The menu of an open message. */
async function simulate({ page, send }: Inspector) {
  await send();
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.getByRole('article', { name: 'Hello' }).waitFor();
  return page.locator('.drop', { hasText: 'Simulate' });
}
