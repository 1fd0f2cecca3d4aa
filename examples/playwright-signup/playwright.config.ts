import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'node_modules/.playwright',
  fullyParallel: true,
  // Browsers start slowly on a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu'],
      // Otherwise Playwright uses the browser from `npx playwright install chromium`.
      ...(debian && { executablePath: debian }),
    },
  },
});
