import type { AttachmentStatus, Limits } from '@mailrig/contract';
import type { AttachmentRecord } from '../state/records.ts';
import { machine } from './transition.ts';

/** Events of an attachment. */
export type AttachmentEventType = 'confirm' | 'expire';

/** The transitions of an attachment (A75); none leads back. */
export const attachmentTransitions = machine<AttachmentStatus, AttachmentEventType>(
  ['pending', 'confirm', 'uploaded', 'POST …/confirm within 1 hour, once the file has its declared size'],
  ['pending', 'expire', 'expired', 'the upload URL expires, 1 hour after it was created'],
  ['uploaded', 'expire', 'expired', '7 days have passed since the confirmation'],
);

/** When an attachment expires; while it is pending, its upload URL expires instead (A79). */
export function expiryOf({ createdAt, confirmedAt }: AttachmentRecord, limits: Limits): number {
  return confirmedAt === undefined
    ? createdAt + limits.uploadLifetime
    : confirmedAt + limits.attachmentLifetime;
}

/** The status of an attachment at a given time; it follows from its times and is not stored. */
export function attachmentStatus(
  attachment: AttachmentRecord,
  limits: Limits,
  now: number,
): AttachmentStatus {
  if (now >= expiryOf(attachment, limits)) return 'expired';
  return attachment.confirmedAt === undefined ? 'pending' : 'uploaded';
}
