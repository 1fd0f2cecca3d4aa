import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { setupServer } from 'msw/node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../src/app.ts';

// If the app creates its own client, MSW intercepts the global fetch.
const sandbox = createSandbox({ baseUrl: 'https://mail.example.com' });
const server = setupServer(...handlers(sandbox));
server.listen();
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

const app = createApp({ mail: new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl }) });

function signUp(email: string) {
  return app.request('/sign-up', { method: 'POST', body: JSON.stringify({ email, name: 'Grace' }) });
}

test('a sign-up sends its mail through the global fetch', async () => {
  await signUp('grace@example.org');
  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', text: 'Hello Grace' });
});

test('every test starts with an empty mailbox', async () => {
  expect(sandbox).not.toHaveSentEmail();
  await signUp('bob@example.org');
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
