import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { fileJournal } from 'mailrig/node';
import { expect, onTestFinished, test } from 'vitest';
import { importReaders } from '../src/import-readers.ts';
import { readIssue } from '../src/issue.ts';
import { receptionOf } from '../src/opens.ts';
import { openReaders } from '../src/readers.ts';
import { sendIssue } from '../src/send-issue.ts';

const folder = new URL('../', import.meta.url).pathname;
const csv = await readFile(`${folder}readers.csv`, 'utf8');
const issue = await readIssue(`${folder}issues/2026-02.md`);

/** A newsletter with the readers from the file. */
async function start() {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-02-01T08:00:00Z' });
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 });
  const readers = await openReaders(mail);
  return { sandbox, mail, readers, imported: await importReaders(readers, csv) };
}

test('an import adds readers, counts those already on the list, and reports those it refuses', async () => {
  const { readers, imported } = await start();
  expect(imported).toEqual({
    added: 4,
    known: 1,
    refused: [expect.stringMatching(/^dora@example\.org: .*items\[4\]\.customFields\.edition/)],
  });
  const { items } = await readers.list();
  expect(items.map(({ firstName, customFields }) => [firstName, customFields])).toEqual([
    [undefined, { edition: 'de', books: 12 }],
    ['Carol, the elder', { edition: 'en', books: 1 }],
    ['Bertha', { edition: 'de' }],
    ['Ada', { edition: 'en', books: 3 }],
  ]);
});

test('a repeated import adds nobody and finds the same list', async () => {
  const { mail } = await start();
  const again = await importReaders(await openReaders(mail), csv);
  expect(again).toMatchObject({ added: 0, known: 5 });
  expect((await mail.lists.list()).items).toHaveLength(1);
});

test('every reader gets the issue once, in the language of the edition', async () => {
  const { sandbox, mail, readers } = await start();
  expect(await sendIssue(mail, readers, issue)).toEqual({ sent: 4, skipped: 0, suppressed: [] });
  expect(sandbox.mailbox.latest({ to: 'bertha' })?.text).toMatch(/^Hallo Bertha,\n\nThree books/);
  expect(sandbox.mailbox.latest({ to: 'carol' })?.text).toMatch(/^Hello Carol, the elder,\n/);
  expect(sandbox.mailbox.list().map(({ to }) => to.length)).toEqual([1, 1, 1, 1]);
});

test('a lost response sends nothing twice', async () => {
  const { sandbox, mail, readers } = await start();
  const lost = { phase: 'after', effect: { network: 'reset' } } as const;
  sandbox.faults.add({ operation: 'sendEmail', skip: 1, times: 1, ...lost });
  const sent = await sandbox.clock.runUntil(sendIssue(mail, readers, issue));
  expect(sent).toMatchObject({ suppressed: [] });
  expect(sandbox.mailbox.list()).toHaveLength(4);
});

test('an interrupted run is resumed and sends nothing twice', async () => {
  const { sandbox, mail, readers } = await start();
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = () => ({ journal: fileJournal(join(folder, 'issue.journal')), concurrency: 1 });
  sandbox.faults.add({ operation: 'sendEmail', skip: 2, effect: { code: 'KEY_REVOKED' } });
  const stopped = { code: 'KEY_REVOKED', summary: { succeeded: 2 } };
  await expect(sendIssue(mail, readers, issue, options())).rejects.toMatchObject(stopped);
  expect(sandbox.mailbox.list()).toHaveLength(2);

  sandbox.faults.clear();
  expect(await sendIssue(mail, readers, issue, options())).toEqual({ sent: 4, skipped: 0, suppressed: [] });
  expect(sandbox.mailbox.list()).toHaveLength(4);
});

test('an issue that was sent without the journal is not sent again within a day', async () => {
  const { sandbox, mail, readers } = await start();
  await sendIssue(mail, readers, issue);
  expect(await sendIssue(mail, readers, issue)).toEqual({ sent: 0, skipped: 4, suppressed: [] });
  expect(sandbox.mailbox.list()).toHaveLength(4);
});

test('unsubscribed readers are skipped, and readers suppressed on the domain are reported', async () => {
  const { sandbox, mail, readers } = await start();
  for await (const { id, email } of readers.list()) {
    if (email === 'carol@example.org') await readers.suppress(id, 'unsubscribed');
  }
  sandbox.suppressions.add({ email: 'eve@example.org', reason: 'complained' });
  expect(await sendIssue(mail, readers, issue)).toEqual({
    sent: 2,
    skipped: 0,
    suppressed: ['eve@example.org'],
  });
});

test('opens appear once time has passed', async () => {
  const { sandbox, mail, readers } = await start();
  await sendIssue(mail, readers, issue);
  expect(await receptionOf(mail, issue)).toEqual({ emails: 4, delivered: 0, opens: new Map() });

  sandbox.clock.advance('1h');
  const { delivered, opens } = await receptionOf(mail, issue);
  expect(delivered).toBe(4);
  expect([...opens]).toEqual([['ada+open@example.org', Date.parse('2026-02-01T08:00:02.500Z')]]);
});
