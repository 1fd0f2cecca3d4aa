import type { Redis } from 'ioredis';
import { type Journal, type Mailrig, MailrigError, type RunSummary, type SendEmailParams } from 'mailrig';
import { fileJournal } from 'mailrig/node';

// #region send
/** Sends an invoice to each customer. Start it again after a crash: nobody gets two. */
export async function sendInvoices(
  mail: Mailrig,
  invoices: Iterable<SendEmailParams>,
  journal: string,
): Promise<RunSummary> {
  const run = mail.emails.sendMany(invoices, { journal: fileJournal(journal) });
  for await (const { item, ...result } of run) {
    if (!result.ok) console.error(item.to, result.error.message);
  }
  return run.summary;
}
// #endregion send

// #region redis
/** Keeps the journal of a run in a Redis list. */
export function redisJournal(redis: Redis, key: string): Journal {
  return {
    read: () => redis.lrange(key, 0, -1),
    append: (entries) => redis.rpush(key, ...entries),
  };
}
// #endregion redis

// #region stop
/** Stops when the signal aborts, and returns how far it came. */
export async function sendUntilStopped(
  mail: Mailrig,
  emails: Iterable<SendEmailParams>,
  signal: AbortSignal,
): Promise<string> {
  const run = mail.emails.sendMany(emails, {
    signal,
    onProgress: ({ succeeded, failed }) => console.log(`${succeeded} sent, ${failed} failed`),
  });
  try {
    const { succeeded } = await run.finish();
    return `all ${succeeded} sent`;
  } catch (error) {
    if (!(error instanceof MailrigError)) throw error;
    return `stopped by ${error.code} after ${run.summary.succeeded}`;
  }
}
// #endregion stop
