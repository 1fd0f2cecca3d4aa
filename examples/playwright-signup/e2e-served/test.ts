import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test as sandboxTest } from '@mailrig/sandbox/playwright';

export { expect } from '@mailrig/sandbox/playwright';

/** Gives every worker its own account, and a site process that sends with its key. */
export const test = sandboxTest.extend<object, { siteUrl: string }>({
  siteUrl: [
    async ({ account }, use) => {
      const env = { ...process.env, MAILRIG_BASE_URL: account.url, MAILRIG_API_KEY: account.liveApiKey };
      const site = spawn(process.execPath, ['src/site.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [url] = await once(createInterface(site.stdout), 'line');
      await use(String(url));
      site.kill();
    },
    { scope: 'worker' },
  ],
});
