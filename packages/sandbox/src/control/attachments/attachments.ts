import { type AttachmentStatus, attachmentStatuses, formatTimestamp, oneOf } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { inSteps } from '../../service/kernel/steps.ts';
import { attachmentStatus, expiryOf } from '../../service/lifecycles/attachment.ts';
import type { AttachmentRecord } from '../../service/state/records.ts';
import { accountOf, type ControlContext, ScopedControls } from '../context.ts';
import { listVerb, type ListVerb, type PageInput, type PageOf, recordsOf } from '../list-verbs/list.ts';
import { textsTest } from '../list-verbs/search.ts';
import { invoke } from '../verb.ts';

/** A file that was announced for emails. */
export interface UploadView {
  /** Id of the attachment (`att_…`). */
  readonly id: string;
  /** Name that recipients see. */
  readonly filename: string;
  /** MIME type that was declared. */
  readonly contentType: string;
  /** Declared bytes. */
  readonly size: number;
  /** Bytes that arrived; absent before the upload. */
  readonly uploadedBytes?: number;
  /** Whether it is an image for the HTML. */
  readonly inline: boolean;
  /** How far the upload is. */
  readonly status: AttachmentStatus;
  /** Number of emails with it. */
  readonly emailCount: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; absent before the confirmation. */
  readonly confirmedAt?: string;
  /** When it expires, or before the confirmation its upload URL. ISO 8601. */
  readonly expiresAt: string;
}

/** One page of the attachments, newest first. */
export type UploadsView = PageOf<'attachments', UploadView>;

/** Which page of which attachments; all conditions must hold. */
export interface UploadPage extends PageInput {
  /** Status at the time of the sandbox. */
  readonly status?: AttachmentStatus | undefined;
  /** A search for texts in the file name. */
  readonly q?: string | undefined;
}

export const listAttachments: ListVerb<UploadPage, 'attachments', UploadView> = listVerb({
  path: '/attachments',
  summary: 'Attachments of the account with their expiry, newest first',
  name: 'attachments',
  fields: { status: z.optional(oneOf(attachmentStatuses)), q: z.optional(z.string()) },
  find: (context, { status, q }) => {
    const { store, settings } = context.service;
    const { attachments } = store;
    const accountId = accountOf(context).id;
    const now = store.clock.now();
    const named = textsTest<AttachmentRecord>(q, ({ filename }) => [filename]);
    return {
      ...recordsOf(attachments, (range) => attachments.select(undefined, range)),
      matches: (attachment: AttachmentRecord) =>
        attachment.accountId === accountId &&
        (status === undefined || attachmentStatus(attachment, settings.limits, now) === status) &&
        (!named || named(attachment)),
      row: (attachment: AttachmentRecord) => uploadView(context, attachment, now),
    };
  },
});

function uploadView({ service }: ControlContext, attachment: AttachmentRecord, now: number): UploadView {
  const { store, settings } = service;
  const { id, filename, contentType, size, inline, bytes, createdAt, confirmedAt, ...rest } = attachment;
  rest satisfies Within<typeof rest, Record<'accountId' | 'contentId' | 'urlToken' | 'uploadToken', string>>;
  return {
    id,
    filename,
    contentType,
    size,
    ...(bytes && { uploadedBytes: bytes.length }),
    inline,
    status: attachmentStatus(attachment, settings.limits, now),
    emailCount: store.messages.select(['attachment', id]).count,
    createdAt: formatTimestamp(createdAt),
    ...(confirmedAt !== undefined && { confirmedAt: formatTimestamp(confirmedAt) }),
    expiresAt: formatTimestamp(expiryOf(attachment, settings.limits)),
  };
}

/** The attachments of an account, used in emails or not. */
export class AttachmentControls extends ScopedControls {
  /** One page, newest first. */
  list(page: UploadPage = {}): Promise<UploadsView> {
    return inSteps(invoke(listAttachments, this.context, page));
  }
}
