import { isAPIError, type Mailrig, type SendTextParams } from 'mailrig';
import type { Issue } from './issue.ts';
import type { editions, Readers } from './readers.ts';

/** What became of an issue, reader by reader. */
export interface SendReport {
  sent: number;
  /** Readers who have it from an earlier run. */
  skipped: number;
  /** Readers who may not be mailed, wherever they said so. */
  readonly suppressed: string[];
}

type Reader = Awaited<ReturnType<Readers['get']>>;

export const from = '"The Reading Room" <news@example.com>';

const greetings: Readonly<Record<(typeof editions)[number], string>> = { en: 'Hello', de: 'Hallo' };

/**
 * Sends an issue to all readers who are subscribed, one email each. Run again within 24 hours, it
 * sends to those whom the first run did not reach, and to nobody twice.
 *
 * @param onSent Is called after each reader, with how many are done and how many there are.
 */
export async function sendIssue(
  mail: Mailrig,
  readers: Readers,
  issue: Issue,
  onSent: (done: number, total: number) => void = () => {},
): Promise<SendReport> {
  // Sending takes a while. Whoever leaves meanwhile would shift the pages that are still to be read.
  const subscribed: Reader[] = [];
  for await (const reader of readers.list({ status: 'active', limit: 100 })) subscribed.push(reader);

  const report: SendReport = { sent: 0, skipped: 0, suppressed: [] };
  for (const [index, reader] of subscribed.entries()) {
    try {
      const { skipped } = await mail.emails.send(emailFor(reader, issue));
      if (skipped) report.skipped += 1;
      else report.sent += 1;
    } catch (error) {
      // The list knows who left it; the domain also knows who complained elsewhere.
      if (!isAPIError(error, 'RECIPIENT_SUPPRESSED')) throw error;
      report.suppressed.push(reader.email);
    }
    onSent(index + 1, subscribed.length);
  }
  return report;
}

function emailFor({ id, email, firstName, customFields }: Reader, issue: Issue): SendTextParams {
  const greeting = greetings[customFields.edition ?? 'en'];
  return {
    from,
    to: email,
    subject: issue.subject,
    text: `${greeting}${firstName === undefined ? '' : ` ${firstName}`},\n\n${issue.text}\n`,
    idempotencyKey: `newsletter-${issue.id}-${id}`,
  };
}
