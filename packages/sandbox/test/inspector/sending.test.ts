import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { folder } from '../folder.ts';
import { browserTest, openInspector } from './open-inspector.ts';

const run = promisify(execFile);

/** A folder with the client installed. */
async function project(): Promise<string> {
  const path = await folder();
  await mkdir(join(path, 'node_modules'));
  await symlink(fileURLToPath(new URL('../../../sdk', import.meta.url)), join(path, 'node_modules/mailrig'));
  return path;
}

/** How to run the code of a language in its own folder. */
const runners: Readonly<Record<string, (code: string) => Promise<unknown>>> = {
  curl: (code) => run('bash', ['-c', code]),
  TypeScript: async (code) => {
    const file = join(await project(), 'send.mts');
    await writeFile(file, code);
    return run(process.execPath, ['--no-warnings', file]);
  },
};

browserTest('an empty inbox shows code that sends the first email as it stands', async () => {
  const { page, sandbox, url } = await openInspector('#/messages?language=TypeScript');
  const code = () => page.getByRole('tabpanel').locator('pre').innerText();
  expect(await code()).toContain(`"${url}"`);
  const codes = new Map<string, string>();
  for (const language of Object.keys(runners)) {
    await page.getByRole('tab', { name: language }).click();
    expect(page.url()).toContain(`language=${language}`);
    codes.set(language, await code());
  }
  sandbox.keys.revoke(sandbox.liveApiKey);
  await page.getByText('no active live key').waitFor();
  expect(await code()).toContain('YOUR_KEY');
  for (const [language, runCode] of Object.entries(runners)) {
    sandbox.reset();
    await runCode(codes.get(language) ?? '');
    expect(sandbox.mailbox.list(), language).toMatchObject([
      { from: 'ada@example.com', to: ['bob@example.org'], environment: 'live' },
    ]);
  }
  await page.getByRole('link', { name: /Hello/ }).waitFor();
});

browserTest(
  'the form sends through the API, shows errors at their fields, and leads to the message',
  async () => {
    const { page, sandbox } = await openInspector('#/send?to=carol@example.org');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await field('From').fill('nobody');
    await field('To').fill('carol@example.org, dave');
    await field('HTML').fill('<p>Press <b>here</b></p><script>top.ran = true</script>');
    await page.frameLocator('iframe').getByText('Press here').waitFor();
    await send.click();
    await page.getByRole('alert').getByText('Refused (400)').waitFor();
    expect(await field('From').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.field-error').allInnerTexts()).toEqual([
      expect.stringMatching(/^from /),
      expect.stringMatching(/^to\[1\] /),
    ]);
    await field('From').fill('ada@elsewhere.example');
    await field('To').fill('"Roe, Carol" <carol@example.org>, dave@example.org');
    await send.click();
    await page.getByText('from must be an address at example.com').waitFor();
    await field('From').fill('ada@example.com');
    await page.getByRole('combobox', { name: 'Key' }).selectOption('test');
    await send.click();
    await page.getByText('Sent (201).').waitFor();
    expect(await page.locator('.field-error').count()).toBe(0);
    expect(sandbox.mailbox.list()).toMatchObject([
      { environment: 'test', to: ['"Roe, Carol" <carol@example.org>', 'dave@example.org'] },
    ]);
    expect(sandbox.requests.list({ operation: 'sendEmail' }).map(({ status }) => status)).toEqual([
      201, 400, 400,
    ]);
    await page.reload();
    await expect
      .poll(() => field('To').inputValue())
      .toBe('"Roe, Carol" <carol@example.org>, dave@example.org');
    await send.click();
    await page.getByRole('link', { name: 'Open message' }).click();
    await page.getByRole('article', { name: 'Hello' }).waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
  },
);

browserTest('a template is edited with a live preview, and sent with its variables', async () => {
  const { page, sandbox } = await openInspector('#/templates');
  const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('link', { name: 'New template' }).click();
  await field('Id').fill('invoice');
  await field('Subject').fill('Invoice {{number}}');
  await field('HTML').fill('<p>{{user.name}} owes {{sum}}</p>');
  await page.frameLocator('iframe').getByText('{{user.name}} owes {{sum}}').waitFor();
  await field('number').fill('7');
  await field('sum').fill('5 < 6');
  await page.frameLocator('iframe').getByText('{{user.name}} owes 5 < 6').waitFor();
  await page.getByText('A send would be refused: variables has no value for user.name').waitFor();
  expect(await page.getByRole('region', { name: 'Variables' }).locator('.badge').allInnerTexts()).toEqual([
    'missing',
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'invoice' }).waitFor();
  expect(sandbox.templates.list()).toContainEqual({
    id: 'invoice',
    subject: 'Invoice {{number}}',
    html: '<p>{{user.name}} owes {{sum}}</p>',
  });
  await page.getByRole('link', { name: 'Send with this template' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('user.name').waitFor();
  await field('user.name').fill('Eve & Co');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sent (201).').waitFor();
  expect(sandbox.mailbox.list()).toMatchObject([
    { subject: 'Invoice 7', html: '<p>Eve &amp; Co owes 5 &lt; 6</p>', templateId: 'invoice' },
  ]);
  expect(sandbox.requests.last()?.body).toMatchObject({
    variables: { number: '7', sum: '5 < 6', user: { name: 'Eve & Co' } },
  });
});

browserTest('a template is shown as a picture of its HTML, not as its source', async () => {
  const { page, sandbox } = await openInspector();
  sandbox.templates.set('welcome', { subject: 'Welcome', html: '<h1>Hello {{name}}</h1>' });
  await page.goto(`${page.url().split('#')[0]}#/templates`);
  const picture = page.frameLocator('iframe[title="Picture of welcome"]');
  await picture.getByRole('heading', { name: 'Hello {{name}}' }).waitFor();
});
