import { existsSync } from 'node:fs';

/**
 * Debian's Chromium, because nothing here downloads a browser. The one without windows opens a page with a third of the
 * work, so it comes first.
 */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const found = paths.find((path) => existsSync(path));

/** Whether there is no Chromium, so that what needs it is skipped. */
export const missing = found === undefined;

/** Added to the title of a test that needs Chromium. Empty if it is there. */
export const note = missing ? ' (skipped: apt-get install chromium-headless-shell)' : '';

/** Path of the program. */
export const executablePath = found ?? '/usr/bin/chromium';

/** For Playwright's `launch`: no window, no sandbox of the operating system, no server outside of this machine. */
export const launchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Two processes fewer: pages are drawn with a sixth less work.
    '--in-process-gpu',
    '--no-zygote',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ],
};
