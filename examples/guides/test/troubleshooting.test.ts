import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { createSandbox } from '@mailrig/sandbox';
import { runCommandLine, serve } from '@mailrig/sandbox/node';
import { Mailrig, type MailrigOptions } from 'mailrig';
import { expect, onTestFinished, test, vi } from 'vitest';

const guide = readFileSync(new URL('../../../docs/guides/troubleshooting.md', import.meta.url), 'utf8');
const headings = [...guide.matchAll(/^### `(.+)`$/gm)].map(([, message = '']) => message);

const email = { from: 'ada@mycompany.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

test('the client says what the guide explains', async () => {
  const { apiKey, baseUrl, fetch } = createSandbox().clientOptions();
  await using closed = await serve({ port: 0 });
  await closed.close();
  const sending = (options: MailrigOptions) =>
    messageOf(async () => await new Mailrig({ maxRetries: 0, ...options }).emails.send(email));

  expectEntry(await sending({ apiKey: 'sk_live_wrong', baseUrl, fetch }));
  expectEntry(await sending({ apiKey, baseUrl: closed.url }));
  expectEntry(await sending({ apiKey, baseUrl }));
  expectEntry(await sending({ baseUrl }));
  expectEntry(await sending({ apiKey, baseUrl: `${baseUrl}/api/v1` }));
  expectEntry(await sending({ apiKey, baseUrl, fetch }));

  const misspelt = { apiKey, baseUrl, fetch, key: 'sk_live_key' };
  expectEntry(await sending(misspelt));
  const mail = new Mailrig({ apiKey, baseUrl, fetch });
  const withOwnName = { ...email, reply_to: 'ada@mycompany.com' };
  expectEntry(await messageOf(async () => await mail.emails.send(withOwnName)));
});

test('a sandbox with the domain of the guide sends from it', async () => {
  const sandbox = createSandbox({ seed: { accounts: [{ domain: { name: 'mycompany.com' } }] } });
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

test('the server says what the guide explains', async () => {
  await using server = await serve({ port: 0 });
  const answered = (path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      request(`${server.url}${path}`, { headers }, (answer) =>
        resolve(json(answer).then((body) => JSON.stringify(body))),
      ).end();
    });

  expectEntry(await answered('/_sandbox/messages', { host: 'mail.test' }));
  expectEntry(await answered('/api/v1/emails', { origin: 'https://app.example' }));
  expectEntry(await answered('/_sandbox/messages', { origin: 'http://localhost:3000' }));
});

test('the command says what the guide explains', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.unstubAllEnvs());
  await using server = await serve({ port: 0 });

  await runCommandLine(['--port', String(server.port)]);
  expectEntry(String(said.mock.lastCall).replace(String(server.port), '4010'));
  vi.stubEnv('MAILRIG_SANDBOX_CLOK', 'manual');
  await runCommandLine([]);
  expectEntry(String(said.mock.lastCall));
});

/** The message has an entry in the guide. */
function expectEntry(message: string): void {
  expect(headings.filter((heading) => message.includes(heading))).toHaveLength(1);
}

function messageOf(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'it worked',
    (error: Error) => error.message,
  );
}
