import { appendFileSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Journal, SendEmailParams } from '../src/index.ts';
import { fileJournal } from '../src/node.ts';
import { connect, email, failureOf } from './client.ts';
import { memoryJournal } from './runs/journal.ts';

const unlimited = {
  rateLimit: false,
  timing: { verification: { pending: 0, perEmail: 0 } },
} as const;

function emails(count: number, subject = 'Hello'): SendEmailParams[] {
  return Array.from({ length: count }, (_, index) => ({ ...email, subject, to: `r${index}@example.org` }));
}

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'mailrig-journal-')), 'run.journal');
}

describe('a journal', () => {
  test('holds neither the content of emails nor the API key', async () => {
    const { mail, sandbox } = connect();
    const journal = memoryJournal();
    await mail.emails.sendMany([{ ...email, text: 'Top secret' }], { journal }).finish();
    const text = journal.entries.join('\n');
    expect(text).not.toContain('Top secret');
    expect(text).not.toContain(sandbox.liveApiKey);
    expect(journal.entries.every((entry) => !entry.includes('\n'))).toBe(true);
  });

  test('knows an item before its request is sent', async () => {
    const { mail, sandbox } = connect();
    const journal = memoryJournal();
    const requests: number[] = [];
    const { append } = journal;
    const watched: Journal = {
      ...journal,
      append: (entries) => {
        requests.push(sandbox.requests.count());
        return append(entries);
      },
    };
    await mail.emails.sendMany(emails(1), { journal: watched }).finish();
    expect(requests).toEqual([0, 0, 1]);
  });

  test('of a finished run gives the same results again, without a request', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    const collect = async () => {
      const values = new Map<number, unknown>();
      for await (const result of mail.emails.sendMany(emails(20), { journal })) {
        if (result.ok) values.set(result.index, result.value);
      }
      return values;
    };
    const first = await collect();
    sandbox.requests.clear();
    expect(await collect()).toEqual(first);
    expect(sandbox.requests.count()).toBe(0);
  });

  test('recognises items in another order, and new ones', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    await mail.emails.sendMany(emails(50).slice(10), { journal }).finish();
    const summary = await mail.emails.sendMany(emails(50).toReversed(), { journal }).finish();
    expect(summary).toMatchObject({ succeeded: 50, resumed: 40 });
    expect(sandbox.mailbox.list()).toHaveLength(50);
  });

  test('counts equal items one by one', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    await mail.emails.sendMany([email, email], { journal }).finish();
    const summary = await mail.emails.sendMany([email, email, email], { journal }).finish();
    expect(summary).toMatchObject({ succeeded: 3, resumed: 2 });
    expect(sandbox.mailbox.list()).toHaveLength(3);
  });

  test('lets failed items be tried again', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    sandbox.suppressions.add({ email: 'r3@example.org', reason: 'bounced' });
    const first = await mail.emails.sendMany(emails(10), { journal }).finish();
    expect(first).toMatchObject({ succeeded: 9, failed: 1 });
    sandbox.suppressions.remove('r3@example.org');
    const second = await mail.emails.sendMany(emails(10), { journal }).finish();
    expect(second).toMatchObject({ succeeded: 10, failed: 0, resumed: 9 });
  });

  test('of another run is refused by name', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = { ...memoryJournal(), name: 'monday.journal' };
    await mail.emails.sendMany(emails(3), { journal, name: 'monday' }).finish();
    const list = await mail.lists.create({ name: 'Readers' });
    const others = [
      mail.contacts(list.id).importMany([{ email: 'ada@example.org' }], { journal }),
      mail.verification.verifyMany(['ada@example.org'], { journal, name: 'monday' }),
      mail.emails.sendMany(emails(3), { journal, name: 'tuesday' }),
      mail.emails.sendMany(emails(3), { journal }),
      connect({ apiKey: sandbox.testApiKey }).mail.emails.sendMany(emails(3), { journal, name: 'monday' }),
    ];
    const before = sandbox.requests.count();
    for (const other of others) {
      const error = await failureOf(other.finish());
      expect(error).toMatchObject({ code: 'JOURNAL_MISMATCH', outcome: 'not-sent' });
      expect(error.message).toMatch(/the journal monday\.journal belongs to another run: /);
    }
    expect(sandbox.requests.count()).toBe(before);
    const wrongRun = await failureOf(mail.verification.verifyMany([], { journal, name: 'monday' }).finish());
    expect(wrongRun.message).toContain('run "sendMany" instead of "verifyMany"');
  });

  test('of another list is refused', async () => {
    const { mail } = connect({}, unlimited);
    const journal = memoryJournal();
    const [one, two] = [await mail.lists.create({ name: 'One' }), await mail.lists.create({ name: 'Two' })];
    await mail
      .contacts(one.id)
      .importMany([{ email: 'ada@example.org' }], { journal })
      .finish();
    const error = await failureOf(
      mail
        .contacts(two.id)
        .importMany([{ email: 'ada@example.org' }], { journal })
        .finish(),
    );
    expect(error.message).toContain(`list "${one.id}" instead of "${two.id}"`);
  });

  test('of another source is refused, unless both runs have the same name', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    await mail.emails.sendMany(emails(150), { journal }).finish();
    const error = await failureOf(mail.emails.sendMany(emails(150, 'March'), { journal }).finish());
    expect(error).toMatchObject({ code: 'JOURNAL_MISMATCH' });
    expect(error.message).toContain('another source');
    expect(sandbox.mailbox.list()).toHaveLength(150);
    const addresses = memoryJournal();
    await mail.verification.verifyMany(['ada@example.org'], { journal: addresses, name: 'x' }).finish();
    const other = mail.verification.verifyMany(['bob@example.org'], { journal: addresses, name: 'x' });
    expect(await other.finish()).toMatchObject({ succeeded: 1 });
  });

  test('that fails ends the run, before anything is sent that it does not know', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const cause = new Error('disk full');
    const entries: string[] = [];
    const journal: Journal = {
      read: () => entries,
      append: async (more) => {
        if (entries.length + more.length > 30) throw cause;
        entries.push(...more);
      },
    };
    const run = mail.emails.sendMany(emails(100), { journal });
    const error = await failureOf(run.finish());
    expect(error).toMatchObject({ code: 'JOURNAL_FAILED', cause, summary: run.summary });
    expect(error.message).toContain('disk full');
    const known = entries.filter((entry) => entry.includes('"at"')).length;
    expect(sandbox.mailbox.list().length).toBeLessThanOrEqual(known);
    const unreadable = { read: () => Promise.reject(cause), append: async () => undefined };
    expect(await failureOf(mail.emails.sendMany(emails(1), { journal: unreadable }).finish())).toMatchObject({
      code: 'JOURNAL_FAILED',
      outcome: 'unknown',
    });
  });

  test('with entries of something else is refused', async () => {
    const { mail } = connect();
    for (const entry of ['{"level":"info"}', 'plain text']) {
      const run = mail.emails.sendMany(emails(1), { journal: memoryJournal([entry]) });
      const error = await failureOf(run.finish());
      expect(error).toMatchObject({ code: 'JOURNAL_MISMATCH', outcome: 'not-sent' });
      expect(error.message).toContain('was not made by a run');
    }
  });
});

describe('fileJournal()', () => {
  test('remembers 2,000 emails in a file, and sends none of them again', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const path = newFile();
    await mail.emails.sendMany(emails(2_000), { journal: fileJournal(path) }).finish();
    // A header, and two lines for each email.
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(4_001);
    sandbox.requests.clear();
    const again = await mail.emails.sendMany(emails(2_000), { journal: fileJournal(path) }).finish();
    expect(again).toMatchObject({ succeeded: 2_000, resumed: 2_000 });
    expect(sandbox.requests.count()).toBe(0);
  });

  test.each([
    ['half a line', '{"item":"abc'],
    ['half a character', Buffer.from('{"item":"é').subarray(0, -1)],
  ])('cuts off %s at its end', async (_, torn) => {
    const { mail, sandbox } = connect({}, unlimited);
    const path = newFile();
    await mail.emails.sendMany(emails(5), { journal: fileJournal(path) }).finish();
    appendFileSync(path, torn);
    const summary = await mail.emails.sendMany(emails(10), { journal: fileJournal(path) }).finish();
    expect(summary).toMatchObject({ succeeded: 10, resumed: 5 });
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) JSON.parse(line);
    expect(sandbox.mailbox.list()).toHaveLength(10);
  });

  test('works although the process was killed while it wrote the first line', async () => {
    const { mail } = connect();
    const path = newFile();
    writeFileSync(path, '{"journal":1,"i');
    const run = mail.emails.sendMany(emails(1), { journal: fileJournal(path) });
    expect(await run.finish()).toMatchObject({ succeeded: 1, resumed: 0 });
  });

  test.each(['ada@example.org', '{"port":80}'])('leaves a file of %s as it is', async (text) => {
    const path = newFile();
    writeFileSync(path, text);
    const run = connect().mail.emails.sendMany(emails(1), { journal: fileJournal(path) });
    expect(await failureOf(run.finish())).toMatchObject({ code: 'JOURNAL_MISMATCH' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('is refused while another run uses it', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const path = newFile();
    for await (const _ of mail.emails.sendMany(emails(3), { journal: fileJournal(path) })) {
      const error = await failureOf(mail.emails.sendMany(emails(3), { journal: fileJournal(path) }).finish());
      expect(error).toMatchObject({ code: 'JOURNAL_FAILED' });
      expect(error.message).toContain(
        `the journal ${path} cannot be read after entry 0: in use by another run`,
      );
    }
    expect(sandbox.mailbox.list()).toHaveLength(3);
  });

  test('is refused while another run uses the same object, which does no harm to that run', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const path = newFile();
    const journal = fileJournal(path);
    for await (const _ of mail.emails.sendMany(emails(30), { journal })) {
      const error = await failureOf(mail.emails.sendMany(emails(30), { journal }).finish());
      expect(error.message).toContain('in use');
    }
    expect(await mail.emails.sendMany(emails(30), { journal }).finish()).toMatchObject({ resumed: 30 });
    expect(sandbox.mailbox.list()).toHaveLength(30);
  });

  test('is refused under another name of the file', async () => {
    const { mail } = connect({}, unlimited);
    const path = newFile();
    writeFileSync(path, '');
    symlinkSync(path, `${path}.link`);
    for await (const _ of mail.emails.sendMany(emails(3), { journal: fileJournal(path) })) {
      const other = mail.emails.sendMany(emails(3), { journal: fileJournal(`${path}.link`) });
      expect((await failureOf(other.finish())).message).toContain('in use');
    }
  });

  test('names the file if it cannot be opened', async () => {
    const { mail } = connect();
    const journal = fileJournal('/no-such-folder/run.journal');
    const error = await failureOf(mail.emails.sendMany(emails(1), { journal }).finish());
    expect(error).toMatchObject({ code: 'JOURNAL_FAILED' });
    expect(error.message).toContain('/no-such-folder/run.journal');
    const folder = join(newFile(), '..');
    const other = mail.emails.sendMany(emails(1), { journal: fileJournal(folder) });
    expect((await failureOf(other.finish())).message).toContain(folder);
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });
});
