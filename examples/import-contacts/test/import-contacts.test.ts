import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, onTestFinished, test } from 'vitest';
import { fields, importContacts } from '../src/import-contacts.ts';

/** A list, a copy of the file, and a start of the program. */
async function prepare() {
  const sandbox = createSandbox({ rateLimit: false });
  const mail = new Mailrig(sandbox.clientOptions());
  const { id } = await mail.lists.create({ name: 'Imported', customFields: fields });
  const folder = mkdtempSync(join(tmpdir(), 'import-contacts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'contacts.csv');
  copyFileSync(new URL('../contacts.csv', import.meta.url), path);
  const messages: string[] = [];
  const start = () => importContacts(mail, id, path, (message) => messages.push(message));
  const contacts = async () => (await mail.contacts(id).list({ limit: 100 })).items;
  return { sandbox, path, messages, start, contacts };
}

test('a row that is wrong is reported with its line, and of rows with one address the last one counts', async () => {
  const { messages, start, contacts } = await prepare();
  expect(await start()).toMatchObject({ succeeded: 3, failed: 0 });
  expect(messages).toEqual([expect.stringMatching(/^line 4: [^]*email[^]*seats/)]);
  expect((await contacts()).map(({ email, firstName }) => [email, firstName])).toEqual([
    ['grace@example.org', 'Grace Brewster'],
    ['ada@example.org', 'Ada'],
  ]);
});

test('texts become numbers and booleans, and empty text counts as absent', async () => {
  const { start, contacts } = await prepare();
  await start();
  expect((await contacts()).map(({ customFields }) => customFields)).toEqual([
    { plan: 'free', seats: 1.5, vip: false },
    { plan: 'pro', seats: 3, vip: true },
  ]);
});

test('a misspelt column is reported', async () => {
  const { path, messages, start } = await prepare();
  writeFileSync(path, 'email,frstName\nada@example.org,Ada\n');
  await start();
  expect(messages).toEqual([expect.stringMatching(/^line 2: .*frstName/)]);
});

test('a contact that the service refuses is reported with its address', async () => {
  const { sandbox, messages, start } = await prepare();
  sandbox.faults.failNext('createContact', 400);
  expect(await start()).toMatchObject({ succeeded: 2, failed: 1 });
  expect(messages).toContainEqual(expect.stringMatching(/^ada@example\.org: createContact: /));
});

test('an import that was interrupted continues, and adds nobody twice', async () => {
  const { sandbox, path, start, contacts } = await prepare();
  const rows = Array.from({ length: 100 }, (_, index) => `reader${index}@example.org,Reader,${index}`);
  writeFileSync(path, ['email,firstName,lastName', ...rows, ''].join('\n'));
  sandbox.faults.add({ operation: 'createContact', skip: 40, effect: { code: 'KEY_REVOKED' } });
  await expect(start()).rejects.toMatchObject({ code: 'KEY_REVOKED', summary: { succeeded: 40 } });
  sandbox.faults.clear();
  expect(await start()).toMatchObject({ succeeded: 100, resumed: 40, failed: 0 });
  expect(await contacts()).toHaveLength(100);
});
