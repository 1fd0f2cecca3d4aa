import { type EmailStatus, type Environment, formatTimestamp } from '@mailrig/contract';
import { progressOf } from '../../service/lifecycles/email.ts';
import { gistOf } from '../../reading/gist.ts';
import type { Sent } from './refused-sends.ts';
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
  /** The template that it was made from, if any. */
  readonly templateId?: string;
  /** The first 120 characters of its text, or of its HTML without tags. */
  readonly excerpt: string;
  /** The first one-time code in it. */
  readonly code?: string;
  readonly attachmentCount: number;
  /** `refused` for a send that produced no message; its id is that of the request. */
  readonly status: EmailStatus | 'refused';
  /** Why it was refused. */
  readonly refusal?: {
    /** Error code, or the status of the response. */
    readonly code: string;
    /** In the words of the response. */
    readonly reason: string;
  };
  /** The latest action of a recipient. */
  readonly reaction?: 'opened' | 'clicked';
  /** When it was accepted. ISO 8601. */
  readonly createdAt: string;
}

/** A message in one line, with its status at `now`. */
export function messageRow(message: Sent, number: number, now: number): MessageRow {
  const { id, environment, from, subject, templateId, attachmentIds, createdAt } = message;
  const { status, events } =
    message.status === 'refused' ? { status: message.status, events: [] } : progressOf(message, now);
  const { excerpt, code } = gistOf(message);
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
    ...(templateId !== undefined && { templateId }),
    excerpt,
    ...(code !== undefined && { code }),
    attachmentCount: attachmentIds.length,
    status,
    ...(message.status === 'refused' && { refusal: { code: message.code, reason: message.reason } }),
    ...((last === 'opened' || last === 'clicked') && { reaction: last }),
    createdAt: formatTimestamp(createdAt),
  };
}
