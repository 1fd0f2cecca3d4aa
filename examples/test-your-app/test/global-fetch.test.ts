import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

test('a served Hono app must leave the globals alone, because MSW does not recognise its Response', async () => {
  const program = (options: string) => `
    import { serve } from '@hono/node-server';
    import { createSandbox } from '@mailrig/sandbox';
    import { handlers } from '@mailrig/sandbox/msw';
    import { setupServer } from 'msw/node';
    const app = serve({ fetch: () => new Response(), port: 0, ${options} });
    const sandbox = createSandbox();
    const network = setupServer(...handlers(sandbox));
    network.listen();
    sandbox.faults.add({ effect: { network: 'reset' } });
    const headers = { 'x-api-key': sandbox.liveApiKey };
    await fetch(sandbox.baseUrl + '/api/v1/emails', { headers }).catch(({ message }) => console.log(message));
    network.close();
    app.close();`;
  const outputOf = async (options: string) => {
    const args = ['--input-type=module', '--eval', program(options)];
    const ending = promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    const { stdout, stderr } = await ending.catch((error) => error);
    return stdout + stderr;
  };
  expect(await outputOf('')).toContain('Invalid status code: 0');
  expect(await outputOf('overrideGlobalObjects: false')).toBe('fetch failed\n');
});
