import { type Mailrig, parseTimestamp } from 'mailrig';
import type { Issue } from './issue.ts';

/** Who received and opened an issue. */
export interface Reception {
  emails: number;
  delivered: number;
  /** When each reader opened it, in milliseconds since 1970. */
  readonly opens: Map<string, number | undefined>;
}

/** Looks up the emails of an issue. */
export async function receptionOf(mail: Mailrig, issue: Issue): Promise<Reception> {
  const reception: Reception = { emails: 0, delivered: 0, opens: new Map() };
  for await (const email of mail.emails.list({ from: 'news@example.com', limit: 100 })) {
    if (email.subject !== issue.subject) continue;
    reception.emails += 1;
    if (email.deliveredAt !== undefined) reception.delivered += 1;
    if (email.openedAt !== undefined)
      reception.opens.set(email.to.join(', '), parseTimestamp(email.openedAt));
  }
  return reception;
}
