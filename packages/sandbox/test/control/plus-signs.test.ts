import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { ask } from '../harness.ts';

const address = 'grace+bounce@example.org';

async function withMail() {
  const sandbox = createSandbox({ clock: 'manual' });
  for (const to of [address, 'grace@example.org']) {
    const sent = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ from: `ada@${sandbox.info.domain.name}`, to, subject: 'Hi', text: 'Hi' }),
    });
    expect(sent.status).toBe(201);
  }
  return sandbox;
}

test.each([`to=${address}`, 'to=grace%2Bbounce@example.org', `q=to:${address}`, `q=Hi+to:${address}`])(
  'an address with a plus sign is found as people write it: %s',
  async (query) => {
    const sandbox = await withMail();
    const found = await ask(sandbox, 'GET', `/_sandbox/messages?${query}`);
    expect(await found.json()).toMatchObject({ total: 1 });
    const gone = await ask(sandbox, 'DELETE', `/_sandbox/messages?${query}`);
    expect(gone.status).toBe(204);
    expect(sandbox.mailbox.list().map(({ to }) => to)).toEqual([['grace@example.org']]);
  },
);

test.each(['to=grace+bounce', 'from=Ada+Lovelace'])(
  'a filter in which a plus sign could be a blank is refused, and deletes nothing: %s',
  async (query) => {
    const sandbox = await withMail();
    const refused = await ask(sandbox, 'DELETE', `/_sandbox/messages?${query}`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('%2B');
    expect(sandbox.mailbox.list()).toHaveLength(2);
  },
);

test('the API lists emails to an address with a plus sign as people write it', async () => {
  const sandbox = await withMail();
  const { baseUrl, liveApiKey, fetch } = sandbox;
  const response = await fetch(`${baseUrl}/api/v1/emails?to=${address}`, {
    headers: { 'x-api-key': liveApiKey },
  });
  expect(response.status).toBe(200);
  expect(JSON.stringify(await response.json())).toContain(address);
});
