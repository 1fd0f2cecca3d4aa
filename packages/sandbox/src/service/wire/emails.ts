import {
  type Complete,
  type Email,
  type EmailStats,
  formatTimestamp,
  type LiveSendReceipt,
  parseMailbox,
  type SendReceipt,
  type WireOptions,
} from '@mailrig/contract';
import type { EmailProgress } from '../lifecycles/email.ts';
import type { MessageRecord, Receipt } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { withNulls } from './nulls.ts';
import { type PageOf, pagePayload } from './page.ts';
import { percentage } from './percentage.ts';

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

const optionalFields = [
  'cc',
  'bcc',
  'templateId',
  'sentAt',
  'deliveredAt',
  'openedAt',
  'clickedAt',
] as const satisfies readonly (keyof Email)[];

/** An email in a list (R90, R91). */
function emailOnWire({ message, progress }: ListedEmail, options: WireOptions): Email {
  const { cc, bcc, templateId } = message;
  const { status, sentAt, deliveredAt, openedAt, clickedAt } = progress;
  const email = {
    id: message.id,
    from: message.from,
    to: message.to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    subject: message.subject,
    status,
    messageId: message.messageId,
    ...(templateId !== undefined && { templateId }),
    createdAt: formatTimestamp(message.createdAt),
    ...(sentAt !== undefined && { sentAt: formatTimestamp(sentAt) }),
    ...(deliveredAt !== undefined && { deliveredAt: formatTimestamp(deliveredAt) }),
    ...(openedAt !== undefined && { openedAt: formatTimestamp(openedAt) }),
    ...(clickedAt !== undefined && { clickedAt: formatTimestamp(clickedAt) }),
  };
  email satisfies Complete<typeof email, Email>;
  return withNulls<Email>(email, optionalFields, options);
}

/** One email (A126). */
export function emailPayload(listed: ListedEmail, options: WireOptions): Payload {
  const email = emailOnWire(listed, options);
  return { data: options.emailContainer === 'named' ? { email } : email };
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

export function emailListPayload(page: PageOf<ListedEmail>, options: WireOptions): Payload {
  return pagePayload('emails', page, (listed) => emailOnWire(listed, options), options);
}

/** The answer to a send (A38, A40, A44, A65). */
export function sendReceiptPayload(send: AcceptedSend, options: WireOptions): Payload {
  return { data: receiptOnWire(send, options) };
}

function receiptOnWire({ receipt, replayed }: AcceptedSend, options: WireOptions): SendReceipt {
  const { id, messageId } = receipt;
  const skipped = replayed && options.replay === 'skipped';
  if (receipt.environment === 'test') {
    return {
      sandbox: true,
      messageId,
      message: 'Email simulated: sandbox keys deliver nothing',
      recipients: [...receipt.to, ...receipt.cc, ...receipt.bcc].map(
        (text) => parseMailbox(text)?.address ?? text,
      ),
      ...(skipped && { skipped }),
    };
  }
  if (options.sendResult === 'minimal') return { messageId, skipped };
  const described = {
    id,
    messageId,
    status: 'queued',
    createdAt: formatTimestamp(receipt.createdAt),
  } as const;
  const full = { ...described, skipped };
  full satisfies Complete<typeof full, LiveSendReceipt>;
  return options.sendResult === 'reference' ? described : full;
}
