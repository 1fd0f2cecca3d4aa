import {
  type Attachment,
  type AttachmentStatus,
  type Complete,
  formatTimestamp,
  type Upload,
  type WireOptions,
} from '@mailrig/contract';
import type { AttachmentRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { withNulls } from './nulls.ts';

/** An upload that was created. */
export interface CreatedUpload {
  readonly attachment: AttachmentRecord;
  readonly uploadUrl: string;
  readonly expiresAt: number;
}

/** An attachment whose upload was confirmed. */
export interface ConfirmedUpload {
  readonly attachment: AttachmentRecord;
  readonly status: AttachmentStatus;
  readonly expiresAt: number;
}

export function uploadPayload(
  { attachment, uploadUrl, expiresAt }: CreatedUpload,
  options: WireOptions,
): Payload {
  const { id, contentId, uploadToken } = attachment;
  const data = {
    attachmentId: id,
    uploadUrl,
    expiresAt: formatTimestamp(expiresAt),
    ...(contentId !== undefined && { contentId }),
    ...(options.uploadToken === 'present' && { uploadToken }),
  };
  data satisfies Complete<typeof data, Upload>;
  return { data: withNulls<Upload>(data, ['contentId'], options) };
}

/** No payload, as the document shows it, or the attachment (A76). */
export function confirmationPayload(confirmed: ConfirmedUpload, options: WireOptions): Payload {
  if (options.confirmResult === 'null') return { data: null };
  const { attachment, status, expiresAt } = confirmed;
  const { id, filename, contentType, size, contentId, createdAt } = attachment;
  const data = {
    id,
    filename,
    contentType,
    size,
    ...(contentId !== undefined && { contentId }),
    status,
    createdAt: formatTimestamp(createdAt),
    expiresAt: formatTimestamp(expiresAt),
  };
  data satisfies Complete<typeof data, Attachment>;
  return { data: withNulls<Attachment>(data, ['contentId'], options) };
}
