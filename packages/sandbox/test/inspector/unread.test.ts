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

browserTest('a notification announces mail while the page is in the background, and opens it', async () => {
  const { page, send } = await openInspector();
  await page.evaluate(() => {
    const shown: { title: string; body: string; onclick?: () => void }[] = [];
    class Recorded {
      static permission = 'default';
      static answers = ['denied', 'granted'];
      static requestPermission = () =>
        Promise.resolve((Recorded.permission = Recorded.answers.shift() ?? ''));
      onclick?: () => void;
      constructor(title: string, { body }: { body: string }) {
        shown.push(Object.assign(this, { title, body }));
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
  const shown = () =>
    page.evaluate(() =>
      (Reflect.get(window, 'shown') as { title: string; body: string }[]).map(({ title, body }) => [
        title,
        body,
      ]),
    );
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Notify me').click();
  await page.getByText('The browser does not allow notifications here.').waitFor();
  expect(await page.getByLabel('Notify me').isChecked()).toBe(false);
  await page.getByLabel('Notify me').check();
  await page.getByRole('link', { name: 'Messages' }).click();
  await send({ subject: 'In the foreground' });
  await page.getByRole('link', { name: 'In the foreground' }).waitFor();
  await page.getByRole('navigation').getByText('1 unread').waitFor();
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  await send({ subject: 'Your code' });
  await expect.poll(shown).toEqual([['Your code', 'ada@example.com → bob@example.org']]);
  await page.evaluate(() => (Reflect.get(window, 'shown') as { onclick(): void }[])[0]?.onclick());
  await page.getByRole('heading', { name: 'Your code' }).waitFor();
});
