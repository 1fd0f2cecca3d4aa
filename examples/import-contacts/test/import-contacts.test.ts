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

test('an address at a domain with umlauts is imported', async () => {
  const { path, messages, start, contacts } = await prepare();
  writeFileSync(path, 'email,firstName\nada@müller.de,Ada\n');
  expect(await start()).toMatchObject({ succeeded: 1, failed: 0 });
  expect(messages).toEqual([]);
  expect(await contacts()).toMatchObject([{ email: 'ada@müller.de' }]);
});

test('a misspelt column is reported', async () => {
  const { path, messages, start } = await prepare();
  writeFileSync(path, 'email,frstName\nada@example.org,Ada\n');
  await start();
  expect(messages).toEqual([expect.stringMatching(/^line 2: .*frstName/)]);
});

test.each([
  ['blank lines', 'email,firstName\n\nada@example.org,Ada\n  \n,\n\ngrace@example.org,Grace\n\n', []],
  [
    'a value too many',
    'email,firstName\nx@example.org,X,Y,Z\nada@example.org,Ada\ngrace@example.org,Grace\n',
    [/^line 2: /],
  ],
  [
    'a value too few',
    'email,firstName\nada@example.org,Ada\nx@example.org\ngrace@example.org,Grace\n',
    [/^line 3: /],
  ],
  [
    'a quote that is never closed',
    'email,firstName\nada@example.org,Ada\ngrace@example.org,Grace\nx@example.org,"X\n',
    [/^line 5?4?: .*[Qq]uote/],
  ],
  [
    'quotes inside a value',
    'email,firstName\nada@example.org,Ada "L"\ngrace@example.org,"Grace ""B"""\n',
    [],
  ],
  ['text after a quote', 'email,firstName\nada@example.org,"A"da \ngrace@example.org,Grace\n', []],
  [
    'a byte order mark and CRLF',
    '\uFEFFemail,firstName\r\nada@example.org,Ada\r\ngrace@example.org,Grace\r\n',
    [],
  ],
  ['semicolons', 'email;firstName\nada@example.org;Ada\ngrace@example.org;"Grace; B"\n', []],
  [
    'blank lines above semicolons',
    '\n \nemail;firstName\nada@example.org;Ada\ngrace@example.org;Grace\n',
    [],
  ],
  ['empty columns', 'email,firstName,,\nada@example.org,Ada,,\ngrace@example.org,Grace,,x\n', []],
  ['tabs', 'email\tfirstName\nada@example.org\tAda\ngrace@example.org\tGrace\n', []],
] as const)('of a file with %s, the rows that fit are imported', async (_, text, problems) => {
  const { path, messages, start, contacts } = await prepare();
  writeFileSync(path, text);
  expect(await start()).toMatchObject({ succeeded: 2 });
  expect(messages).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  expect((await contacts()).map(({ email }) => email)).toEqual(['grace@example.org', 'ada@example.org']);
});

test.each([
  ['Windows-1252', Buffer.from('email,firstName\nada@example.org,Zo\xeb\n', 'latin1'), /UTF-8/],
  [
    'Windows-1252 up to its last byte',
    Buffer.from('email,firstName\nada@example.org,Zo\xeb', 'latin1'),
    /UTF-8/,
  ],
  ['UTF-16', Buffer.from('\uFEFFemail,firstName\nada@example.org,Ada\n', 'utf16le'), /UTF-8/],
  ['UTF-16 without its mark', Buffer.from('email,firstName\nada@example.org,Ada\n', 'utf16le'), /UTF-8/],
  [
    'a column named twice',
    Buffer.from('email,firstName,email\nada@example.org,Ada,x@example.org\n'),
    /two columns have the name email/,
  ],
] as const)('of a file in %s, nothing is imported, and one message says why', async (_, bytes, problem) => {
  const { path, messages, start, contacts } = await prepare();
  writeFileSync(path, bytes);
  expect(await start()).toMatchObject({ succeeded: 0 });
  expect(messages).toEqual([expect.stringMatching(problem)]);
  expect(await contacts()).toEqual([]);
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
