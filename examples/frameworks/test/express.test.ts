import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test as sandboxTest } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { signUpApp } from '../src/express.ts';

/** Gives every test its own sandbox, and an app that sends through it. */
const test = sandboxTest.extend<{ url: string }>({
  url: async ({ sandbox }, use) => {
    const server = signUpApp(new Mailrig(sandbox.clientOptions())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
  },
});

function signUp(url: string, email: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/sign-up`, { method: 'POST', headers, body: JSON.stringify({ email }) });
}

test('a new user gets a code', async ({ url, sandbox, expect }) => {
  expect((await signUp(url, 'grace@example.org')).status).toBe(202);
  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
});

test('an address that is wrong or wants no mail is refused', async ({ url, sandbox, expect }) => {
  sandbox.suppressions.add({ email: 'gone@example.org' });
  expect((await signUp(url, 'gone@example.org')).status).toBe(422);
  expect((await signUp(url, 'gone@example')).status).toBe(422);
});
