import { test as sandboxTest } from '@mailrig/sandbox/playwright';
import { Mailrig } from 'mailrig';
import { signupApp } from '../src/app.ts';
import { listen, type Site } from '../src/listen.ts';

export { expect } from '@mailrig/sandbox/playwright';

/** Gives every test its own sandbox, and a site that sends through it. */
export const test = sandboxTest.extend<{ site: Site }>({
  site: async ({ sandbox }, use) => {
    const site = await listen(signupApp(new Mailrig(sandbox.clientOptions())), 0);
    await use(site);
    site.close();
  },
});
