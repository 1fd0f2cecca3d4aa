import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

/** Counts what a user presses: buttons of the mouse, and keys outside of a text. */
function presses(page: Page) {
  let count = 0;
  return {
    press: async (role: Parameters<Page['getByRole']>[0], name: string | RegExp) => {
      count++;
      await page.getByRole(role, { name }).first().click();
    },
    choose: async (label: string, value: string) => {
      count++;
      await page.getByRole('combobox', { name: label }).selectOption(value);
    },
    key: async (key: string) => {
      count++;
      await page.keyboard.press(key);
    },
    count: () => count,
  };
}

type Presses = ReturnType<typeof presses>;

/** The tasks of decision record 0037, with the most presses that each may take and how to see that it is done. */
const tasks: readonly (readonly [
  task: string,
  most: number,
  act: (presses: Presses, page: Page) => Promise<void>,
])[] = [
  [
    'find the code of a user and copy it',
    2,
    async ({ press }, page) => {
      await press('link', /Your code/);
      await press('button', 'Copy');
      await page.getByText('Copied').first().waitFor();
    },
  ],
  [
    'read why a send was refused',
    1,
    async ({ press }, page) => {
      await press('link', /Refused one/);
      await page
        .getByRole('article', { name: 'Refused one' })
        .getByText('VALIDATION_ERROR')
        .first()
        .waitFor();
    },
  ],
  [
    'make the next send fail',
    2,
    async ({ press }, page) => {
      await press('button', 'Commands');
      await press('button', 'Fail the next send with 503');
      await page.getByText('The next send meets the fault').waitFor();
    },
  ],
  [
    'move to the next day',
    1,
    async ({ press }, page) => {
      await press('button', '24h');
      await page.locator('time', { hasText: '2026-02-01' }).first().waitFor();
    },
  ],
  [
    "name a template's missing variable",
    2,
    async ({ press, choose }, page) => {
      await press('link', 'Send');
      await choose('Template', 'receipt');
      await page.getByText('missing').first().waitFor();
    },
  ],
  [
    'open a found message with keys',
    2,
    async ({ key }, page) => {
      await key('/');
      await page.keyboard.type('Your code');
      await page.locator('.row-title').nth(1).waitFor({ state: 'detached' });
      await key('Enter');
      await page.getByRole('article', { name: 'Your code' }).waitFor();
    },
  ],
  [
    'rewind to before a bounce',
    2,
    async ({ press }, page) => {
      await press('link', /Bounced one/);
      const step = page.locator('.steps li', { hasText: 'sent' });
      await step.hover();
      await press('button', /Rewind/);
      await page.getByRole('button', { name: 'Back to now' }).waitFor();
    },
  ],
  [
    'bounce a message',
    2,
    async ({ press }, page) => {
      await press('link', /Your code/);
      const menu = page.getByText('Simulate');
      await menu.hover();
      await press('button', 'Bounce');
      await page.getByText('Message bounced').waitFor();
    },
  ],
];

for (const [task, most, act] of tasks) {
  browserTest(`a user can ${task} with at most ${most === 1 ? '1 press' : `${most} presses`}`, async () => {
    const { page, send, sandbox } = await openInspector('', {
      seed: { accounts: [{ templates: { receipt: { subject: 'Order {{order}}', text: '{{order}}' } } }] },
    });
    page.setDefaultTimeout(5_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await send({ subject: 'Bounced one', to: 'bounce@example.org' });
    sandbox.clock.advance('10m');
    await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'ada@example.com', to: 'bob', subject: 'Refused one', text: 'Hi' }),
    });
    await send({ subject: 'Your code', text: 'Your code is 493017' });
    await page.getByRole('link', { name: /Your code/ }).waitFor();
    const counted = presses(page);
    await act(counted, page);
    expect(counted.count()).toBeLessThanOrEqual(most);
  });
}
