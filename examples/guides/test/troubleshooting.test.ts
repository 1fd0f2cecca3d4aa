import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { runCommandLine, serve } from '@mailrig/sandbox/node';
import { Mailrig, type MailrigOptions } from 'mailrig';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';

const email = { from: 'ada@mycompany.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

test('the client says what the guide explains', async () => {
  const { apiKey, baseUrl, fetch } = createSandbox().clientOptions();
  await using closed = await serve({ port: 0 });
  await closed.close();
  const sending = (options: MailrigOptions) =>
    messageOf(async () => await new Mailrig({ maxRetries: 0, ...options }).emails.send(email));

  expect(await sending({ apiKey: 'sk_live_wrong', baseUrl, fetch })).toContain(
    'UNAUTHORIZED: Invalid or missing API key',
  );
  expect(await sending({ apiKey, baseUrl: closed.url })).toContain('connect ECONNREFUSED');
  expect(await sending({ apiKey, baseUrl })).toContain('no response from http://api.mailrig.test');
  expect(await sending({ baseUrl })).toContain('the API key is missing');
  expect(await sending({ apiKey })).toContain('the base URL is missing');
  expect(await sending({ apiKey, baseUrl: `${baseUrl}/api/v1` })).toContain(
    'must end before /api/v1: the client adds it',
  );
  expect(await sending({ apiKey, baseUrl, fetch })).toContain(
    'FROM_DOMAIN_MISMATCH: from must be an address at example.com',
  );

  const misspelt = { apiKey, baseUrl, fetch, key: 'sk_live_key' };
  expect(await sending(misspelt)).toContain('option key is unknown: did you mean apiKey?');
  const mail = new Mailrig({ apiKey, baseUrl, fetch });
  const withOwnName = { ...email, reply_to: 'ada@mycompany.com' };
  expect(await messageOf(async () => await mail.emails.send(withOwnName))).toContain(
    'reply_to is not a field here: did you mean replyTo?',
  );
});

test('a sandbox with the domain of the guide sends from it', async () => {
  const sandbox = createSandbox({ seed: { accounts: [{ domain: { name: 'mycompany.com' } }] } });
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

test('the server says what the guide explains', async () => {
  await using server = await serve({ port: 0 });
  const responseTo = (path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      request(`${server.url}${path}`, { headers }, (response) => resolve(text(response))).end();
    });

  expect(await responseTo('/_sandbox/messages', { host: 'mail.test' })).toContain(
    'The sandbox does not answer to the host name mail.test',
  );
  expect(await responseTo('/api/v1/emails', { origin: 'https://app.example' })).toContain(
    'The sandbox does not answer to pages of https://app.example',
  );
  expect(await responseTo('/_sandbox/messages', { origin: 'http://localhost:3000' })).toContain(
    'The control plane does not answer to pages of another origin',
  );
});

test('the command says what the guide explains', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.unstubAllEnvs());
  await using server = await serve({ port: 0 });

  await runCommandLine(['--port', String(server.port)]);
  expect(String(printed.mock.lastCall).replace(String(server.port), '4010')).toContain(
    'Port 4010 of 127.0.0.1 is taken, perhaps by another sandbox',
  );
  vi.stubEnv('MAILRIG_SANDBOX_CLOK', 'manual');
  await runCommandLine([]);
  expect(String(printed.mock.lastCall)).toContain('Unknown environment variable MAILRIG_SANDBOX_CLOK');
});

test('MSW and Node say what the guide explains', async () => {
  const printed = vi.spyOn(console, 'warn').mockReturnValue();
  const network = setupServer(...handlers(createSandbox()));
  network.listen();
  onTestFinished(() => network.close());
  await messageOf(() => fetch('http://other.test/'));
  expect(String(printed.mock.lastCall)).toContain('intercepted a request without a matching request handler');

  const commonjs = ['--no-experimental-detect-module', '--input-type=commonjs', '--eval', "import 'node:fs'"];
  const message = await messageOf(() => promisify(execFile)(process.execPath, commonjs));
  expect(message).toContain('Cannot use import statement outside a module');
});

function messageOf(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'it worked',
    (error: Error) => error.message,
  );
}
