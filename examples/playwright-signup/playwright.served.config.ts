import type { SandboxFixtures, WorkerFixtures } from '@mailrig/sandbox/playwright';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const port = process.env['SANDBOX_PORT'] ?? '4020';
const sandboxUrl = `http://127.0.0.1:${port}`;

export default defineConfig<SandboxFixtures, WorkerFixtures>(base, {
  testDir: 'e2e-served',
  // #region served
  webServer: {
    command: `npx mailrig-sandbox --quiet --port ${port}`,
    url: `${sandboxUrl}/_sandbox/health`,
  },
  use: { sandboxUrl, accountDomain: 'example.com' },
  // #endregion served
});
