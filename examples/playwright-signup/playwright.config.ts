import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const debian = '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'node_modules/.playwright',
  fullyParallel: true,
  // A browser takes its time to start on a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu'],
      // Without Debian's, the one that `npx playwright install chromium` downloads.
      ...(existsSync(debian) && { executablePath: debian }),
    },
  },
});
