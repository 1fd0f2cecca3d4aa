import { expect } from 'vitest';
import { findings } from './findings.ts';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest(
  'the slider shows every view as it was at an event, until the page goes back to now or continues from there',
  async () => {
    const inspector = await openInspector();
    const { page, send, sandbox, errors } = inspector;
    await send({ subject: 'First' });
    sandbox.clock.advance('1h');
    sandbox.suppressions.add({ email: 'gone@example.org' });
    await send({ subject: 'Second' });
    await page.getByRole('link', { name: 'Second' }).waitFor();
    const slider = page.getByRole('slider', { name: 'History', disabled: false });
    const says = (text: string | RegExp) =>
      expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(text);
    const titles = () => page.locator('.row-title').allInnerTexts();
    await says(/^Now$/);

    await slider.press('Home');
    await says(/^09:00:00, message queued: bob@example\.org, First$/);
    await expect.poll(titles).toEqual(['First']);
    const banner = page.locator('.note.warn');
    expect(await banner.innerText()).toMatch(/As of 09:00:00, message queued/);
    expect(await page.locator('.rows .happened').innerText()).toMatch(/queued[^]*First/);
    expect(await page.locator('.clock time').innerText()).toBe('2026-01-31 09:00:00');
    for (const name of ['Reset', 'Resume', 'Advance 1h', 'Delete all 1']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
    }
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await page.locator('.rows').getByText('delivered').waitFor();

    // What happens now does not move the view.
    await send({ subject: 'Third' });
    await expect.poll(() => slider.getAttribute('max')).toBe('7');
    await says(/message delivered/);
    expect(await titles()).toEqual(['First']);

    await page.getByRole('link', { name: 'Activity' }).click();
    await page.locator('tr.happened').getByText('email.delivered').waitFor();
    expect(await findings(inspector)).toEqual([]);
    await banner.getByRole('button', { name: 'Back to now' }).click();
    await banner.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /suppression\.added/ })
      .getByRole('button', { name: 'Rewind to here' })
      .click();
    await banner.getByRole('link', { name: /suppression added: gone@example\.org/ }).click();
    await page.locator('tr.happened').getByText('gone@example.org').waitFor();

    await banner.getByRole('button', { name: 'Continue from here' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(sandbox.mailbox.list().map(({ subject }) => subject)).toEqual(['First']);
    await page.getByRole('button', { name: 'Undo: what came after the rewind' }).click();
    await expect.poll(() => sandbox.mailbox.list().length).toBe(3);
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect.poll(() => page.getByRole('row', { name: /email\.queued/ }).count()).toBe(3);
    expect(errors).toEqual([]);
  },
);

browserTest('on a phone, a story leads back to each of its events', async () => {
  const inspector = await openInspector();
  const { page, send, sandbox } = inspector;
  await page.setViewportSize({ width: 390, height: 800 });
  const id = await send();
  sandbox.clock.runUntilIdle();
  await page.goto(`${inspector.url}/#/messages/${id}`);
  await page.locator('.story summary').click();
  await page.getByRole('button', { name: 'Rewind to here, sent' }).click();
  await page.locator('.steps > .happened').getByText('sent').waitFor();
  await page.locator('.title > .badge').getByText('sent').waitFor();
  expect(await page.locator('.steps > .ahead').innerText()).toMatch(/delivered[^]*in 1\.5 s/);
  expect(await page.getByRole('button', { name: 'Advance to here, delivered' }).isDisabled()).toBe(true);
  expect(await findings(inspector)).toEqual([]);
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('slider', { name: 'History' }).waitFor();
});
