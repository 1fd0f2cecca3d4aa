import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

const html = [
  '<p lang="en">Hello {{name}}</p>',
  ...Array.from({ length: 500 }, (_, line) => `<p>Paragraph ${line}</p>`),
  '<p style="border-radius: 4px"><a href="">Start</a></p>',
  `<p>${'A long line. '.repeat(100)}<a href="http://example.com">More</a></p>`,
].join('\n');

browserTest('the checks of a message show each finding with its line of the source', async () => {
  const { page, send, errors, foreign } = await openInspector();
  const id = await send({ html, subject: 'Findings' });
  await page.getByRole('link', { name: 'Findings' }).click();
  await page.getByRole('tab', { name: 'Checks 3' }).click();

  await page.getByText('2 errors', { exact: true }).waitFor();
  await page.getByText('1 warning', { exact: true }).waitFor();
  const findings = page.getByRole('tabpanel').getByRole('listitem');
  const first = findings.filter({ hasText: '{{name}} was not replaced.' });
  expect(await first.getByText('line 1 of the html').count()).toBe(1);
  expect(await first.locator('.source-line').innerText()).toBe('<p lang="en">Hello {{name}}</p>');
  const insecure = findings.filter({ hasText: 'line 503 of the html' });
  expect(await insecure.locator('.source-line').innerText()).toContain(
    '<a href="http://example.com">More</a>',
  );

  await page.getByLabel('Show 2 more as advice').check();
  await page.getByRole('link', { name: 'css-border-radius' }).waitFor();
  await page.getByRole('heading', { name: 'Vague link texts' }).waitFor();
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }

  await send({ html: '<p lang="en">Hello</p>', subject: 'Nothing wrong' });
  await page.getByRole('link', { name: 'Nothing wrong' }).click();
  await page.getByText('No errors', { exact: true }).waitFor();
  expect(id).not.toBe('');
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});
