import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest('new mail counts as unread until it is opened, and one message can be deleted', async () => {
  const { page, send, sandbox } = await openInspector();
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  const title = (start: string) => expect.poll(() => page.title()).toBe(`${start}Messages · Mailrig sandbox`);
  await title('');
  await send({ subject: 'First' });
  await send({ subject: 'Second' });
  await title('(2) ');
  await page.getByText('2 unread').waitFor();
  await page.getByRole('link', { name: 'Second' }).click();
  await title('(1) ');
  await page.reload();
  await title('(1) ');
  await page.getByRole('link', { name: 'Second' }).waitFor();
  expect(await page.getByRole('img', { name: 'Unread' }).count()).toBe(1);

  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Delete it?' }).press('Escape');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete it?' }).click();
  await page.getByRole('article').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.row-title').allInnerTexts()).toEqual(['First']);
  expect(sandbox.mailbox.list()).toMatchObject([{ subject: 'First' }]);
  await title('(1) ');
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await title('');
  await send({ subject: 'Refused', from: 'nobody' }).catch(() => {});
  await title('(1) ');
  await page.getByRole('link', { name: /Refused/ }).click();
  await title('');
  sandbox.reset();
  await send({ subject: 'After a reset' });
  await title('(1) ');
});
