import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { readSeed } from '@mailrig/sandbox/node';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';

// #region seed
const seed = await readSeed(join(import.meta.dirname, 'newsletter.yaml'));
const prepared = createSandbox({ seed });

test('a test starts with a list of readers', async () => {
  const sandbox = prepared.fork();
  const mail = new Mailrig(sandbox.clientOptions());

  const { items } = await mail.lists.list();
  const readers = await mail.contacts(items[0]?.id ?? '').list({ status: 'active' });
  expect(readers.items.map(({ email }) => email)).toEqual(['ada@example.org']);
});
// #endregion seed

// #region snapshot
test('a test tries two endings from one starting point', async () => {
  const sandbox = prepared.fork();
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send({ from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' });
  const sent = sandbox.snapshot();

  sandbox.emails.bounce(sandbox.mailbox.latest()?.id ?? '');
  expect(sandbox.mailbox.latest()?.status).toBe('bounced');

  sandbox.restore(sent);
  sandbox.emails.deliver(sandbox.mailbox.latest()?.id ?? '');
  expect(sandbox.mailbox.latest()?.status).toBe('delivered');
});
// #endregion snapshot

// #region save
function save(sandbox: Sandbox, file: string): Promise<void> {
  return writeFile(file, sandbox.save());
}

async function load(file: string): Promise<Sandbox> {
  const sandbox = createSandbox();
  await sandbox.load(createReadStream(file));
  return sandbox;
}
// #endregion save

test('a saved state continues in another sandbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'));
  const file = join(folder, 'state.jsonl');
  const sandbox = prepared.fork();
  sandbox.suppressions.add({ email: 'gone@example.org' });
  await save(sandbox, file);
  const other = await load(file);
  expect(other.suppressions.list().map(({ email }) => email)).toContain('gone@example.org');
  await rm(folder, { recursive: true });
});
