import {
  type Attachment,
  type AttachmentStatus,
  confirmResult,
  formatTimestamp,
  type Upload,
  type WireOptions,
  writeRecord,
} from '@mailrig/contract';
import type { Whole } from '@mailrig/contract/checking';
import type { AttachmentRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';

/** A new upload with its URL. `expiresAt` is the end of the URL, in milliseconds since 1970-01-01T00:00:00Z. */
export interface CreatedUpload {
  readonly attachment: AttachmentRecord;
  readonly uploadUrl: string;
  readonly expiresAt: number;
}

/** A confirmed upload. `expiresAt` is the end of the attachment, in milliseconds since 1970-01-01T00:00:00Z. */
export interface ConfirmedUpload {
  readonly attachment: AttachmentRecord;
  readonly status: AttachmentStatus;
  readonly expiresAt: number;
}

/** The response to a new upload. */
export function uploadPayload(
  { attachment, uploadUrl, expiresAt }: CreatedUpload,
  options: WireOptions,
): Payload {
  const { id: attachmentId, contentId, uploadToken } = attachment;
  const upload = {
    attachmentId,
    uploadUrl,
    expiresAt: formatTimestamp(expiresAt),
    contentId,
    uploadToken,
  } satisfies Whole<Upload>;
  return { data: writeRecord('Upload', upload, options) };
}

/** Payload of a confirmation: none, as the document shows it, or the attachment (A76). */
export function confirmationPayload(confirmed: ConfirmedUpload, options: WireOptions): Payload {
  const { attachment, status, expiresAt } = confirmed;
  const { id, filename, contentType, size, contentId, createdAt } = attachment;
  const record = {
    id,
    filename,
    contentType,
    size,
    contentId,
    status,
    createdAt: formatTimestamp(createdAt),
    expiresAt: formatTimestamp(expiresAt),
  } satisfies Whole<Attachment>;
  return { data: confirmResult[options.confirmResult].write(record, options) };
}
