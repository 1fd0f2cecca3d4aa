import { isAPIError, type Mailrig, type RunOptions, type SendTextParams } from 'mailrig';
import type { Issue } from './issue.ts';
import type { editions, Readers } from './readers.ts';

/** The result of sending an issue. */
export interface SendReport {
  readonly sent: number;
  /** Readers who had it already. */
  readonly skipped: number;
  /** Readers whose address is suppressed on the domain. */
  readonly suppressed: readonly string[];
}

type Reader = Awaited<ReturnType<Readers['get']>>;

export const from = '"The Reading Room" <news@example.com>';

const greetings: Readonly<Record<(typeof editions)[number], string>> = { en: 'Hello', de: 'Hallo' };

/** Sends an issue to every subscribed reader, one email each. With a journal, you can start it again at any time. */
export async function sendIssue(
  mail: Mailrig,
  readers: Readers,
  issue: Issue,
  options?: RunOptions,
): Promise<SendReport> {
  const run = mail.emails.sendMany(emailsFor(readers, issue), options);
  const suppressed: string[] = [];
  for await (const { item, ...result } of run) {
    if (result.ok) continue;
    // An active contact may still be suppressed on the domain, for example by a complaint in another list.
    if (!isAPIError(result.error, 'RECIPIENT_SUPPRESSED')) throw result.error;
    suppressed.push(String(item.to));
  }
  return { sent: run.summary.succeeded, skipped: run.summary.skipped, suppressed };
}

async function* emailsFor(readers: Readers, issue: Issue): AsyncGenerator<SendTextParams> {
  for await (const reader of readers.list({ status: 'active' })) yield emailFor(reader, issue);
}

function emailFor({ id, email, firstName, customFields }: Reader, issue: Issue): SendTextParams {
  const greeting = greetings[customFields.edition ?? 'en'];
  return {
    from,
    to: email,
    subject: issue.subject,
    text: `${greeting}${firstName === undefined ? '' : ` ${firstName}`},\n\n${issue.text}\n`,
    // Recognises the email even if the reader's name changes between two starts.
    idempotencyKey: `newsletter-${issue.id}-${id}`,
  };
}
