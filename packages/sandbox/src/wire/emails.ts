import { type Email, formatTimestamp, parseMailbox, type SendReceipt } from '@mailrig/contract';
import type { EmailProgress } from '../lifecycles/email.ts';
import type { Message, Receipt } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import type { WireOptions } from './options.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A send that was accepted, now or by an earlier call with the same idempotency key. */
export interface AcceptedSend {
  readonly receipt: Receipt;
  readonly replayed: boolean;
}

/** An email in a list, with its status and times. */
export interface ListedEmail {
  readonly message: Message;
  readonly progress: EmailProgress;
}

/** An email in a list (R90, R91). */
function emailOnWire({ message, progress }: ListedEmail): Email {
  const { cc, bcc, templateId } = message;
  const { status, sentAt, deliveredAt, openedAt, clickedAt } = progress;
  return {
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
}

export function emailListPayload(page: PageOf<ListedEmail>, options: WireOptions): Payload {
  return pagePayload('emails', page, emailOnWire, options);
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
  return options.sendResult === 'reference' ? described : { ...described, skipped };
}
