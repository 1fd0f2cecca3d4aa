import { describe, expect, test, vi } from 'vitest';
import type { ItemResult, SendEmailParams, SendResult } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';
import { memoryJournal } from './runs/journal.ts';
import { freezeTime, pass } from './runs/time.ts';

freezeTime();

/** A run that is stopped after the service took its email, and before it answered. */
async function interrupted() {
  const { mail, sandbox } = connect({}, { rateLimit: false });
  const journal = memoryJournal();
  const source = [email];
  sandbox.faults.add({ times: 1, phase: 'after', effect: { network: 'hang' } });
  const controller = new AbortController();
  const run = mail.emails.sendMany(source, { journal, signal: controller.signal });
  const ended = failureOf(run.finish());
  while (sandbox.mailbox.list().length === 0) await new Promise(setImmediate);
  controller.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
  return { mail, sandbox, resume: () => pass(mail.emails.sendMany(source, { journal }).finish()) };
}

describe('an email whose send was interrupted', () => {
  // The client trusts the key for 23 hours, and the service for 24.
  test.each([
    ...[1, 25, 1_000].map((hours) => hours * 3_600),
    ...[23, 24].flatMap((hours) => [-1, 0, 1].map((second) => hours * 3_600 + second)),
  ])('is not sent again after %i seconds (A44)', async (seconds) => {
    const { sandbox, resume } = await interrupted();
    vi.setSystemTime(Date.now() + seconds * 1_000);
    expect(await resume()).toMatchObject({ succeeded: 1, skipped: 0, failed: 0 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('is not sent again after a day, even if it was tried again in between (A44)', async () => {
    const { mail, sandbox, resume } = await interrupted();
    vi.setSystemTime(Date.now() + 20 * 3_600_000);
    sandbox.faults.add({ effect: { status: 503 } });
    expect(await failureOf(resume())).toMatchObject({ status: 503 });
    sandbox.faults.clear();
    vi.setSystemTime(Date.now() + 6 * 3_600_000);
    expect(await resume()).toMatchObject({ succeeded: 1 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
    expect((await mail.emails.list()).total).toBe(1);
  });

  test('is recognised by its template after a day', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: false });
    sandbox.templates.set('welcome', { subject: 'Welcome {{name}}', html: '<p>Hi {{name}}</p>' });
    const source: SendEmailParams[] = ['Ada', 'Bob'].map((name) => ({
      from: email.from,
      to: `${name.toLowerCase()}@example.org`,
      templateId: 'welcome',
      variables: { name },
    }));
    const journal = memoryJournal();
    await mail.emails.sendMany(source, { journal }).finish();
    // As after a kill, when the journal knows that the second was started, and not how it ended.
    const last = journal.entries.findLastIndex((entry) => entry.includes('value'));
    journal.entries.splice(last, 1);
    vi.setSystemTime(Date.now() + 30 * 3_600_000);
    expect(await pass(mail.emails.sendMany(source, { journal }).finish())).toMatchObject({
      succeeded: 2,
      resumed: 1,
    });
    expect(sandbox.mailbox.list()).toHaveLength(2);
  });

  test('is sent after a day if the list does not have it', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: false });
    const journal = memoryJournal();
    sandbox.faults.add({ times: 3, effect: { network: 'reset' } });
    const source = [email, { ...email, subject: 'Another' }];
    const first = await pass(
      failureOf(mail.emails.sendMany(source, { journal, outageTimeout: 0, concurrency: 1 }).finish()),
    );
    expect(first).toMatchObject({ outcome: 'unknown' });
    await mail.emails.send({ ...email, subject: 'Unrelated' });
    vi.setSystemTime(Date.now() + 30 * 3_600_000);
    expect(await pass(mail.emails.sendMany(source, { journal }).finish())).toMatchObject({ succeeded: 2 });
    expect(sandbox.mailbox.list()).toHaveLength(3);
  });
});

describe('two emails that differ only in their text, both interrupted', () => {
  const source = ['One', 'Two'].map((text) => ({ ...email, text }));

  /** Starts again a day after a stop at which the service had some of the emails. */
  async function startAgain(arrived: readonly SendEmailParams[], next: readonly SendEmailParams[] = source) {
    const { mail, sandbox } = connect({}, { rateLimit: false });
    const journal = memoryJournal();
    await mail.emails.sendMany(source, { journal }).finish();
    // As after a kill, when the journal knows that they were started, and not how they ended.
    const started = journal.entries.filter((entry) => !entry.includes('value'));
    journal.entries.splice(0, Infinity, ...started);
    sandbox.mailbox.clear();
    await mail.emails.sendMany(arrived).finish();
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    const results = new Map<number, ItemResult<SendEmailParams, SendResult>>();
    const run = mail.emails.sendMany(next, { journal });
    const drain = async () => {
      for await (const result of run) results.set(result.index, result);
    };
    await pass(drain());
    const again = () => pass(mail.emails.sendMany(next, { journal }).finish());
    return { sandbox, again, results: next.map((_, index) => results.get(index)) };
  }

  test('fail with SEND_UNCERTAIN after a day if one arrived, because nobody knows which (A44)', async () => {
    const { sandbox, results, again } = await startAgain(source.slice(1));
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, error: { code: 'SEND_UNCERTAIN', outcome: 'unknown' } });
    }
    expect(sandbox.mailbox.list()).toHaveLength(1);
    expect(await again()).toMatchObject({ succeeded: 0, failed: 2 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('have an email each after a day if two arrived, and the results say that it is inferred', async () => {
    const { sandbox, results, again } = await startAgain(source);
    expect(results).toMatchObject([
      { ok: true, inferred: true },
      { ok: true, inferred: true },
    ]);
    const ids = results.map((result) => result?.ok && result.value.messageId);
    expect(new Set(ids)).toEqual(new Set(sandbox.mailbox.list().map(({ messageId }) => messageId)));
    expect(await again()).toMatchObject({ succeeded: 2, resumed: 2 });
  });

  test('are sent after a day if none arrived, and their keys count from then on', async () => {
    const { sandbox, results, again } = await startAgain([]);
    expect(results).toMatchObject([
      { ok: true, inferred: false },
      { ok: true, inferred: false },
    ]);
    expect(sandbox.mailbox.list()).toHaveLength(2);
    expect(await again()).toMatchObject({ succeeded: 2, resumed: 2 });
  });

  test('do not take the email of a third that is sent with them', async () => {
    const third = { ...email, text: 'Three' };
    const { sandbox, results } = await startAgain([], [third, ...source]);
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(sandbox.mailbox.list().map(({ text }) => text)).toEqual(
      expect.arrayContaining(['One', 'Two', 'Three']),
    );
  });

  test('fail with SEND_UNCERTAIN if another program sent more that look the same', async () => {
    const { results } = await startAgain([...source, { ...email, text: 'Not of this run' }]);
    expect(results).toMatchObject([{ ok: false }, { ok: false }]);
  });
});

describe('the idempotency keys of sendMany', () => {
  test('are new for each run without a journal', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.sendMany([email]).finish();
    await mail.emails.sendMany([email]).finish();
    expect(sandbox.mailbox.list()).toHaveLength(2);
  });

  test('are yours if you give them, and what was sent before counts as skipped (A40)', async () => {
    const { mail, sandbox } = connect();
    const source = ['a', 'b'].map((key) => ({ ...email, idempotencyKey: `issue-7-${key}` }));
    expect(await mail.emails.sendMany(source.slice(1)).finish()).toMatchObject({ succeeded: 1, skipped: 0 });
    expect(await mail.emails.sendMany(source).finish()).toMatchObject({ succeeded: 1, skipped: 1 });
    expect(sandbox.mailbox.list()).toHaveLength(2);
  });

  test('distinguish what the journal has done, even if the content differs', async () => {
    const { mail, sandbox } = connect();
    const journal = memoryJournal();
    const withTime = () => [{ ...email, text: `It is ${Date.now()}`, idempotencyKey: 'issue-7-a' }];
    await mail.emails.sendMany(withTime(), { journal }).finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await mail.emails.sendMany(withTime(), { journal }).finish()).toMatchObject({ resumed: 1 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });
});

test('sendMany works with a test key, whose emails are never listed (A66)', async () => {
  const { mail, sandbox } = connect();
  const simulated = connect({ fetch: sandbox.fetch, apiKey: sandbox.testApiKey }).mail;
  const summary = await simulated.emails.sendMany([email]).finish();
  expect(summary).toMatchObject({ succeeded: 1 });
  expect((await mail.emails.list()).total).toBe(0);
});

describe('sendMany with attachments', () => {
  const report = () => ({ content: new TextEncoder().encode('a,b'), filename: 'report.csv' });

  test('uploads the same content once for the whole run', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: false });
    const file = new Blob(['a,b'], { type: 'text/csv' });
    const source = Array.from({ length: 30 }, (_, index) => ({
      ...email,
      to: `r${index}@example.org`,
      attachments: [{ content: file, filename: 'report.csv' }],
    }));
    expect(await mail.emails.sendMany(source, { journal: memoryJournal() }).finish()).toMatchObject({
      succeeded: 30,
    });
    expect(sandbox.requests.count({ operation: 'createUpload' })).toBe(1);
  });

  test('does not send twice if a new start uploads the file again (A45)', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: false });
    const journal = memoryJournal();
    const source = () => [{ ...email, attachments: [report()] }];
    await mail.emails.sendMany(source(), { journal }).finish();
    // As after a kill, when the journal knows that it was started, and not how it ended.
    journal.entries.splice(
      journal.entries.findLastIndex((entry) => entry.includes('value')),
      1,
    );
    const restarted = connect({ fetch: sandbox.fetch, apiKey: sandbox.liveApiKey }).mail;
    const summary = await pass(restarted.emails.sendMany(source(), { journal }).finish());
    expect(summary).toMatchObject({ succeeded: 1, failed: 0 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('recognises files by their size, without reading them', async () => {
    const { mail } = connect();
    const journal = memoryJournal();
    const source = () => [
      { ...email, attachments: [{ content: Buffer.alloc(2_000_000), filename: 'a.bin' }] },
    ];
    await mail.emails.sendMany(source(), { journal }).finish();
    expect(await mail.emails.sendMany(source(), { journal }).finish()).toMatchObject({ resumed: 1 });
  });
});
