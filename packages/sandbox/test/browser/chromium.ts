import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

/** Debian's Chromium: no test downloads a browser of its own. */
export const executablePath = '/usr/bin/chromium';

/** Whether there is none, so that the tests in a browser are skipped. */
export const missing = !existsSync(executablePath);

/** What the title of a skipped test says. */
export const note = missing
  ? ` (skipped, because there is no ${executablePath}: apt-get install chromium)`
  : '';

/** What a browser without a window, a sandbox of its own and the network is started with. */
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
