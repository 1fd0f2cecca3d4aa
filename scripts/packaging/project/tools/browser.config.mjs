import { playwright } from '@vitest/browser-playwright';

const launchOptions = { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };

/** Vitest's browser mode, with the program that the environment names. */
export default {
  // Otherwise Vite finds it during the run, and reloads the page.
  optimizeDeps: { include: ['@mailrig/sandbox/vitest'] },
  test: {
    include: ['failing.page.mts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
