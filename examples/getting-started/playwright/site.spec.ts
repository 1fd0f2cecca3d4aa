// site.spec.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test as sandboxTest } from '@mailrig/sandbox/playwright';

/** Gives every worker its own account, and a site process that sends with its key. */
const test = sandboxTest.extend<object, { siteUrl: string }>({
  siteUrl: [
    async ({ account }, use) => {
      const env = { ...process.env, MAILRIG_BASE_URL: account.url, MAILRIG_API_KEY: account.liveApiKey };
      const site = spawn(process.execPath, ['site.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [url] = await once(createInterface(site.stdout), 'line');
      await use(String(url));
      site.kill();
    },
    { scope: 'worker' },
  ],
});

test('a visitor of the site gets a code', async ({ page, siteUrl, account }) => {
  await page.goto(siteUrl);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Sign up' }).click();

  const message = await account.waitForMessage({ to: 'ada@example.org' });
  expect(message.codes()).toEqual(['493017']);
});
