// playwright.config.ts
import type { SandboxFixtures, WorkerFixtures } from '@mailrig/sandbox/playwright';
import { defineConfig } from '@playwright/test';

const port = process.env['SANDBOX_PORT'] ?? '4020';
const sandboxUrl = `http://127.0.0.1:${port}`;

export default defineConfig<SandboxFixtures, WorkerFixtures>({
  webServer: {
    command: `npx mailrig-sandbox --quiet --port ${port}`,
    url: `${sandboxUrl}/_sandbox/health`,
  },
  use: { sandboxUrl, accountDomain: 'example.com' },
});
