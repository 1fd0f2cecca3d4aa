import type { Nothing } from '@mailrig/contract/checking';
import { attachmentStatus, attachmentTransitions, expiryOf } from '../lifecycles/attachment.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import { essenceOf, isAllowed } from '../rules/content-types.ts';
import type { Context } from '../rules/context.ts';
import { tooLarge } from '../rules/email-attachments.ts';
import { newId, unused } from '../rules/ids.ts';
import type { AttachmentRecord } from '../state/records.ts';
import {
  confirmationPayload,
  type ConfirmedUpload,
  type CreatedUpload,
  uploadPayload,
} from '../wire/attachments.ts';
import { fieldRefusal, Refusal } from '../wire/refusal.ts';
import type { OperationHandler } from './operation.ts';

/** Path of all presigned URLs, on the upload origin. */
export const uploadPrefix = '/uploads';

/** Announces a file and returns the URL to upload it to (R97). */
export const createUpload: OperationHandler<'createUpload', CreatedUpload> = {
  run: (context, { body }) => {
    const { store, settings, account, uploadOrigin } = context;
    const { filename, contentType, size, inline = false, ...rest } = body;
    rest satisfies Nothing;
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

/** Makes an uploaded file usable for seven days (A74, A75). */
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

function checkContentType(contentType: string, inline: boolean): void {
  const essence = essenceOf(contentType);
  if (essence !== undefined && isAllowed(essence, inline)) return;
  const message =
    essence === undefined
      ? 'must be a MIME type, for example application/pdf'
      : inline
        ? 'must be an image type for an inline attachment'
        : 'is the type of a program or a script, which attachments may not be';
  throw fieldRefusal('INVALID_CONTENT_TYPE', 'contentType', message, contentType);
}

function checkDeclaredSize({ settings }: Context, size: number, inline: boolean): void {
  const limit = inline ? settings.limits.inlineAttachmentBytes : settings.limits.attachmentBytes;
  if (size > limit) throw tooLarge('size', size, `size must be at most ${limit} bytes`, limit);
}
