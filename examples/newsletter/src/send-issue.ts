import { isAPIError, type Mailrig, type SendTextParams } from 'mailrig';
import type { Issue } from './issue.ts';
import type { editions, Readers } from './readers.ts';

/** The result of sending an issue. */
export interface SendReport {
  sent: number;
  /** Readers who got it from an earlier run. */
  skipped: number;
  /** Readers whose address is suppressed on the domain. */
  readonly suppressed: string[];
}

type Reader = Awaited<ReturnType<Readers['get']>>;

export const from = '"The Reading Room" <news@example.com>';

const greetings: Readonly<Record<(typeof editions)[number], string>> = { en: 'Hello', de: 'Hallo' };

/**
 * Sends an issue to every subscribed reader, one email each. If you run it again within 24 hours, only
 * readers the first run did not reach get an email.
 *
 * @param onSent Called after each reader with the number done and the total.
 */
export async function sendIssue(
  mail: Mailrig,
  readers: Readers,
  issue: Issue,
  onSent: (done: number, total: number) => void = () => {},
): Promise<SendReport> {
  // Read the whole list first: a reader who unsubscribes while we send would shift the later pages.
  const subscribed: Reader[] = [];
  for await (const reader of readers.list({ status: 'active', limit: 100 })) subscribed.push(reader);

  const report: SendReport = { sent: 0, skipped: 0, suppressed: [] };
  for (const [index, reader] of subscribed.entries()) {
    try {
      const { skipped } = await mail.emails.send(emailFor(reader, issue));
      if (skipped) report.skipped += 1;
      else report.sent += 1;
    } catch (error) {
      // An active contact may still be suppressed on the domain, for example by a complaint in another list.
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
