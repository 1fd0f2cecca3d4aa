import type { ErrorDetailsByCode } from '@mailrig/contract';
import { attachmentStatus, attachmentTransitions, expiryOf } from '../lifecycles/attachment.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import type { AttachmentRecord } from '../state/records.ts';
import {
  confirmationPayload,
  type ConfirmedUpload,
  type CreatedUpload,
  uploadPayload,
} from '../wire/attachments.ts';
import { fieldRefusal, Refusal } from '../wire/refusal.ts';
import { essenceOf, isAllowed } from './content-types.ts';
import { newId, unused } from './ids.ts';
import type { Context, OperationHandler } from './operation.ts';

/** Path below which presigned URLs live, on the upload origin. */
export const uploadPrefix = '/uploads';

/** Announces a file and gives the URL to put it to (api.md §4.2). */
export const createUpload: OperationHandler<'createUpload', CreatedUpload> = {
  run: (context, { body }) => {
    const { store, settings, account, uploadOrigin } = context;
    const { filename, contentType, size, inline = false } = body;
    checkContentType(contentType, inline);
    checkDeclaredSize(context, size, inline);
    const id = newId(context, 'att');
    const attachment = store.attachments.insert({
      id,
      accountId: account.id,
      filename,
      contentType: contentType.trim(),
      size,
      inline,
      ...(inline && { contentId: `${store.random.hex(24)}@inline` }),
      urlToken: store.random.hex(32),
      uploadToken: unused(
        () => store.random.hex(32),
        (token) => store.attachments.find('uploadToken', token),
      ),
      createdAt: store.clock.now(),
    });
    const expiresAt = expiryOf(attachment, settings.limits);
    const query = `token=${attachment.urlToken}&expires=${Math.floor(expiresAt / 1_000)}`;
    return { result: { attachment, uploadUrl: `${uploadOrigin}${uploadPrefix}/${id}?${query}`, expiresAt } };
  },
  present: uploadPayload,
};

/** Makes an uploaded file usable for seven days (api.md §4.2, decisions A74 and A75). */
export const confirmUpload: OperationHandler<'confirmUpload', ConfirmedUpload, AttachmentRecord> = {
  locate: ({ store, account }, { id }) => {
    const attachment = store.attachments.get(id) ?? store.attachments.find('uploadToken', id);
    if (attachment?.accountId !== account.id) throw new Refusal('UPLOAD_NOT_FOUND');
    return attachment;
  },
  run: ({ store, settings }, _input, attachment) => {
    const now = store.clock.now();
    const status = attachmentStatus(attachment, settings.limits, now);
    if (status === 'expired') throw new Refusal('UPLOAD_EXPIRED');
    const confirmed = transitionFor(attachmentTransitions, status, 'confirm')
      ? confirm(attachment, now)
      : attachment;
    if (confirmed !== attachment) {
      store.attachments.replace(confirmed);
      store.log('attachment.uploaded', { id: attachment.id, accountId: attachment.accountId });
    }
    return {
      result: { attachment: confirmed, status: 'uploaded', expiresAt: expiryOf(confirmed, settings.limits) },
    };
  },
  present: confirmationPayload,
};

function confirm(attachment: AttachmentRecord, now: number): AttachmentRecord {
  const { bytes, size } = attachment;
  if (!bytes) throw new Refusal('UPLOAD_NOT_COMPLETE');
  if (bytes.length !== size) {
    const message = `The uploaded file has ${bytes.length} bytes; ${size} were declared`;
    throw new Refusal('FILE_SIZE_MISMATCH', message, { field: 'size', value: bytes.length });
  }
  return { ...attachment, confirmedAt: now };
}

/**
 * The attachments of a send, in order (decisions A58, A59 and A61).
 *
 * @throws Refusal `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_TOO_LARGE`, or `EMAIL_TOO_LARGE` for all together.
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

function checkContentType(contentType: string, inline: boolean): void {
  const essence = essenceOf(contentType);
  if (essence !== undefined && isAllowed(essence, inline)) return;
  const message = inline ? 'must be an image type for an inline attachment' : 'is not a supported MIME type';
  throw fieldRefusal('INVALID_CONTENT_TYPE', 'contentType', message, contentType);
}

function checkDeclaredSize({ settings }: Context, size: number, inline: boolean): void {
  const limit = inline ? settings.limits.inlineAttachmentBytes : settings.limits.attachmentBytes;
  if (size > limit) throw tooLarge('size', size, `size must be at most ${limit} bytes`, limit);
}

function tooLarge(field: string, value: unknown, message: string, limit: number): Refusal {
  const details: ErrorDetailsByCode['ATTACHMENT_TOO_LARGE'] = { field, value, limit };
  return new Refusal('ATTACHMENT_TOO_LARGE', message, details);
}
