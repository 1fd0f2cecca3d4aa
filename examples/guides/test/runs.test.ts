import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig, type SendEmailParams } from 'mailrig';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redisJournal, sendInvoices, sendUntilStopped } from '../src/runs.ts';

// #region once
function* emails(count: number): Generator<SendEmailParams> {
  for (let index = 0; index < count; index += 1) {
    yield { from: 'ada@example.com', to: `r${index}@example.org`, subject: 'Invoice', text: 'Please pay.' };
  }
}

test('invoices are sent once, however often the run is started', async () => {
  const journal = join(mkdtempSync(join(tmpdir(), 'invoices-')), 'journal');
  const sandbox = createSandbox({ rateLimit: false });
  const mail = new Mailrig(sandbox.clientOptions());

  sandbox.faults.add({ skip: 5, effect: { code: 'KEY_REVOKED' } });
  await expect(sendInvoices(mail, emails(20), journal)).rejects.toThrow('KEY_REVOKED');

  sandbox.faults.clear();
  expect(await sendInvoices(mail, emails(20), journal)).toMatchObject({ succeeded: 20, resumed: 5 });
  expect(sandbox.mailbox.list()).toHaveLength(20);
});
// #endregion once

function start() {
  const sandbox = createSandbox({ rateLimit: false });
  return { sandbox, mail: new Mailrig(sandbox.clientOptions()) };
}

test('a Redis list is a journal', async () => {
  const { sandbox, mail } = start();
  const list: string[] = [];
  const redis = {
    lrange: async () => list,
    rpush: async (_key: string, ...entries: string[]) => list.push(...entries),
  } as unknown as Redis;
  for (let starts = 0; starts < 2; starts += 1) {
    await mail.emails.sendMany(emails(10), { journal: redisJournal(redis, 'invoices') }).finish();
  }
  expect(sandbox.mailbox.list()).toHaveLength(10);
});

test('a run that is stopped says how far it came', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const { mail } = start();
  const controller = new AbortController();
  expect(await sendUntilStopped(mail, emails(3), controller.signal)).toBe('all 3 sent');
  function* stopping() {
    yield* emails(5);
    controller.abort();
    yield* emails(5);
  }
  expect(await sendUntilStopped(mail, stopping(), controller.signal)).toMatch(
    /^stopped by ABORTED after \d$/,
  );
  expect(log).toHaveBeenCalledWith('3 sent, 0 failed');
});
