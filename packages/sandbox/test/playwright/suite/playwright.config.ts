import { defineConfig } from '@playwright/test';
import type { SandboxFixtures, WorkerFixtures } from '@mailrig/sandbox/playwright';
import { launchOptions } from '../../../../../tooling/chromium.ts';

export default defineConfig<SandboxFixtures, WorkerFixtures>({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'json',
  use: {
    browserName: 'chromium',
    launchOptions,
    sandboxUrl: process.env['SANDBOX_URL'],
    controlToken: 'open-sesame',
  },
});
