import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

/** Debian's Chromium. No test downloads a browser. */
export const executablePath = '/usr/bin/chromium';

/** Whether Chromium is missing, so that browser tests are skipped. */
export const missing = !existsSync(executablePath);

/** Added to the title of a skipped test. */
export const note = missing
  ? ` (skipped, because there is no ${executablePath}: apt-get install chromium)`
  : '';

/** Starts a browser without a window, an operating system sandbox and background network traffic. */
export const launchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export function launch(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
