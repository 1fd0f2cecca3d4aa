import { defineConfig } from '@playwright/test';
import { launchOptions } from '../../browser/chromium.ts';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'json',
  use: { browserName: 'chromium', launchOptions },
});
