import { defineConfig } from '@playwright/test';
import type { SandboxFixtures, WorkerFixtures } from '@mailrig/sandbox/playwright';

export default defineConfig<SandboxFixtures, WorkerFixtures>({
  testMatch: 'playwright.ts',
  workers: 1,
  reporter: 'dot',
  timeout: 0,
  use: { sandboxUrl: process.env['SANDBOX_URL'] },
});
