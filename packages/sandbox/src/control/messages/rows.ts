import { type EmailStatus, formatTimestamp } from '@mailrig/contract';
import { progressOf } from '../../service/lifecycles/email.ts';
import type { Environment } from '../../service/state/fields.ts';
import type { MessageRecord } from '../../service/state/records.ts';
import { recipientsOf } from './search.ts';

/** A captured message in one line. */
export interface MessageRow {
  readonly id: string;
  /** Counts up with each message of the sandbox. */
  readonly number: number;
  /** `test` for a message that was only simulated. */
  readonly environment: Environment;
  readonly from: string;
  /** The first three recipients. */
  readonly to: readonly string[];
  /** Number of all recipients: to, cc and bcc. */
  readonly recipientCount: number;
  /** The first 200 characters of the subject. */
  readonly subject: string;
  readonly attachmentCount: number;
  readonly status: EmailStatus;
  /** The last thing that a recipient did. */
  readonly reaction?: 'opened' | 'clicked';
  /** When it was accepted. ISO 8601. */
  readonly createdAt: string;
}

/** A message in one line, as it is at `now`. */
export function messageRow(message: MessageRecord, number: number, now: number): MessageRow {
  const { id, environment, from, subject, attachmentIds, createdAt } = message;
  const { status, events } = progressOf(message, now);
  const recipients = recipientsOf(message);
  const last = events.at(-1)?.type;
  return {
    id,
    number,
    environment,
    from,
    to: recipients.slice(0, 3),
    recipientCount: recipients.length,
    subject: subject.slice(0, 200),
    attachmentCount: attachmentIds.length,
    status,
    ...((last === 'opened' || last === 'clicked') && { reaction: last }),
    createdAt: formatTimestamp(createdAt),
  };
}
