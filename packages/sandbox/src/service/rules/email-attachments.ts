import type { ErrorDetailsByCode } from '@mailrig/contract';
import { attachmentStatus } from '../lifecycles/attachment.ts';
import type { AttachmentRecord } from '../state/records.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Context } from './context.ts';

/**
 * The attachments of a send, in order (A58, A59, A61).
 *
 * @throws Refusal `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_TOO_LARGE`, or `EMAIL_TOO_LARGE` if their total is too large.
 */
export function attachmentsFor(context: Context, ids: readonly string[]): AttachmentRecord[] {
  const { attachmentOnEmailBytes, attachmentsTotalBytes } = context.settings.limits;
  const attachments = ids.map((id, index) => usable(context, id, `attachmentIds[${index}]`));
  attachments.forEach(({ id, size }, index) => {
    if (size <= attachmentOnEmailBytes) return;
    const message = `The attachment has ${size} bytes; ${attachmentOnEmailBytes} are allowed on an email`;
    throw tooLarge(`attachmentIds[${index}]`, id, message, attachmentOnEmailBytes);
  });
  const total = attachments.reduce((sum, { size }) => sum + size, 0);
  if (total > attachmentsTotalBytes) {
    const message = `The attachments have ${total} bytes together; ${attachmentsTotalBytes} are allowed`;
    throw new Refusal('EMAIL_TOO_LARGE', message, { field: 'attachmentIds', limit: 'attachments_total' });
  }
  return attachments;
}

const reasons = { pending: 'not_confirmed', expired: 'expired' } as const;

function usable({ store, settings, account }: Context, id: string, field: string): AttachmentRecord {
  const attachment = store.attachments.get(id);
  const status =
    attachment?.accountId === account.id
      ? attachmentStatus(attachment, settings.limits, store.clock.now())
      : undefined;
  if (attachment && status === 'uploaded') return attachment;
  const reason = status === undefined || status === 'uploaded' ? 'not_found' : reasons[status];
  const details: ErrorDetailsByCode['ATTACHMENT_NOT_FOUND'] = { field, value: id.slice(0, 256), reason };
  throw new Refusal('ATTACHMENT_NOT_FOUND', `${field} is ${reason.replace('_', ' ')}`, details);
}

/** The refusal of an attachment with more than `limit` bytes. */
export function tooLarge(field: string, value: unknown, message: string, limit: number): Refusal {
  const details: ErrorDetailsByCode['ATTACHMENT_TOO_LARGE'] = { field, value, limit };
  return new Refusal('ATTACHMENT_TOO_LARGE', message, details);
}
