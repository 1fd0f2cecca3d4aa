import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { savedText, stateOf } from '../saved-state.ts';

/** A sandbox whose id generator was set back, so that it repeats everything made by `fill`. */
async function repeating(fill: (sandbox: Sandbox) => void | Promise<void>) {
  const sandbox = createSandbox({ clock: 'manual' });
  const { random } = stateOf(sandbox);
  await fill(sandbox);
  await sandbox.load(savedText({ ...stateOf(sandbox), random }));
  return sandbox;
}

test('a new record gets an unused id, even if the generator repeats itself', async () => {
  const send = (sandbox: Sandbox) =>
    sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'ada@example.com', to: 'grace@example.org', subject: 'Hi', text: 'Hi' }),
    });
  const sandbox = await repeating(async (filled) => {
    for (let count = 0; count < 3; count++) await send(filled);
  });
  for (let count = 0; count < 3; count++) await send(sandbox);
  const ids = sandbox.mailbox.list().map(({ id }) => id);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  expect(sandbox.check()).toEqual([]);
});

test('a new account gets an unused id and unused keys, even if the generator repeats itself', async () => {
  const account = { domain: { name: 'other.example' } };
  const sandbox = await repeating(({ accounts }) => void accounts.create(account));
  sandbox.accounts.create({ domain: { name: 'third.example' } });
  const accounts = sandbox.accounts.list();
  expect(accounts).toHaveLength(3);
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(3);
  expect(new Set(accounts.flatMap(({ keys }) => keys.map(({ key }) => key))).size).toBe(6);
  expect(sandbox.check()).toEqual([]);
});

test('a generated key is unused, even if the generator repeats itself', async () => {
  const sandbox = await repeating(({ keys }) => void keys.create({ environment: 'live' }));
  const { key } = sandbox.keys.create({ environment: 'live' });
  expect(sandbox.info.keys.filter((one) => one.key === key)).toHaveLength(1);
  expect(sandbox.info.keys).toHaveLength(4);
});
