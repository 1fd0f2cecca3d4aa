import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const debian = '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
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
