import {
  type Email,
  emailContainer,
  type EmailStats,
  formatTimestamp,
  type LiveSendReceipt,
  parseMailbox,
  percentage,
  type WireOptions,
  writeRecord,
} from '@mailrig/contract';
import type { Whole } from '@mailrig/contract/checking';
import type { EmailProgress } from '../lifecycles/email.ts';
import type { MessageRecord, Receipt } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A send that was accepted, now or by an earlier call with the same idempotency key. */
export interface AcceptedSend {
  readonly receipt: Receipt;
  readonly replayed: boolean;
}

/** An email in a list, with its status and times. */
export interface ListedEmail {
  readonly message: MessageRecord;
  readonly progress: EmailProgress;
}

/** An email in a list (R90, R91). */
function emailOnWire({ message, progress }: ListedEmail, options: WireOptions): object {
  const { id, from, to, cc, bcc, subject, messageId, templateId, createdAt } = message;
  const { status, sentAt, deliveredAt, openedAt, clickedAt } = progress;
  const email = {
    id,
    from,
    to,
    cc: cc.length > 0 ? cc : undefined,
    bcc: bcc.length > 0 ? bcc : undefined,
    subject,
    status,
    messageId,
    templateId,
    createdAt: formatTimestamp(createdAt),
    sentAt: timeOf(sentAt),
    deliveredAt: timeOf(deliveredAt),
    openedAt: timeOf(openedAt),
    clickedAt: timeOf(clickedAt),
  } satisfies Whole<Email>;
  return writeRecord('Email', email, options);
}

function timeOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : formatTimestamp(time);
}

/** One email (A126). */
export function emailPayload(listed: ListedEmail, options: WireOptions): Payload {
  return { data: emailContainer[options.emailContainer].write(emailOnWire(listed, options), options) };
}

/** How many emails were accepted, and how they ended (A126). */
export function emailStatsPayload({ total, sent, failed }: EmailCounts): Payload {
  const stats: EmailStats = {
    total,
    sent,
    failed,
    transactional: total,
    marketing: 0,
    successRate: percentage(sent, sent + failed),
  };
  return { data: { stats } };
}

/** Emails that were accepted, and how many of them left or failed. */
export interface EmailCounts {
  readonly total: number;
  readonly sent: number;
  readonly failed: number;
}

/** The response with a page of emails. */
export function emailListPayload(page: PageOf<ListedEmail>, options: WireOptions): Payload {
  return pagePayload('listEmails', page, (listed) => emailOnWire(listed, options), options);
}

/** The response to a send (A38, A40, A44, A65). */
export function sendReceiptPayload({ receipt, replayed }: AcceptedSend, options: WireOptions): Payload {
  const { id, messageId, environment, to, cc, bcc } = receipt;
  const skipped = replayed && options.replay === 'skipped';
  if (environment === 'test') {
    const recipients = [...to, ...cc, ...bcc].map((text) => parseMailbox(text)?.address ?? text);
    const message = 'Email simulated: sandbox keys deliver nothing';
    return { data: { sandbox: true, messageId, message, recipients, ...(skipped && { skipped }) } };
  }
  const createdAt = formatTimestamp(receipt.createdAt);
  const live = { id, messageId, status: 'queued', createdAt, skipped } satisfies Whole<LiveSendReceipt>;
  return { data: writeRecord('LiveSendReceipt', live, options) };
}
