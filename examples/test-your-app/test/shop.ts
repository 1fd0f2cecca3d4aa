import { test as sandboxTest } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { createApp } from '../src/app.ts';

/** A `test` with its own sandbox and an app that mails through it. `post` calls the app. */
export const test = sandboxTest
  .extend('app', ({ sandbox }) => {
    const { liveApiKey: apiKey, baseUrl, fetch, clock } = sandbox;
    const mail = new Mailrig({ apiKey, baseUrl, fetch });
    return createApp({ mail, now: () => clock.now().getTime() });
  })
  .extend('post', ({ app }) => (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  });
