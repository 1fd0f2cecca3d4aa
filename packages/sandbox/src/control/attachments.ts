import { type AttachmentStatus, formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { attachmentStatus, expiryOf } from '../lifecycles/attachment.ts';
import type { AttachmentRecord } from '../state/records.ts';
import { accountOf, type ControlContext } from './context.ts';
import { ScopedControls } from './scoped-controls.ts';
import { type PageChoice, pageFields, type PageView, selectionPage } from './selection-page.ts';
import { textTest } from './text-test.ts';
import { invoke, type Verb } from './verb.ts';

/** A file that was announced for emails. */
export interface UploadView {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** Declared bytes. */
  readonly size: number;
  /** Bytes that arrived; absent before the upload. */
  readonly uploadedBytes?: number;
  readonly inline: boolean;
  readonly status: AttachmentStatus;
  /** Number of emails with it. */
  readonly emails: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; absent before the confirmation. */
  readonly confirmedAt?: string;
  /** When it expires, or before the confirmation its upload URL. ISO 8601. */
  readonly expiresAt: string;
}

/** One page of a long list of attachments. */
export interface UploadsView extends PageView {
  /** Newest first. */
  readonly attachments: readonly UploadView[];
}

/** Which page of which attachments; all conditions must hold. */
export interface UploadPage extends PageChoice {
  /** Status at the time of the sandbox. */
  readonly status?: AttachmentStatus | undefined;
  /** A part of the file name; case does not matter. */
  readonly q?: string | undefined;
}

const statuses = ['pending', 'uploaded', 'expired'] as const satisfies readonly AttachmentStatus[];

export const listUploads: Verb<UploadPage, Promise<UploadsView>> = {
  method: 'GET',
  path: '/attachments',
  summary: 'Attachments of the account with their expiry, newest first, page by page',
  input: z.object({
    status: z.optional(z.enum(statuses, { error: `must be one of ${statuses.join(', ')}` })),
    q: z.optional(z.string()),
    ...pageFields,
  }),
  run: async (context, { status, q, ...choice }) => {
    const { store, settings } = context.service;
    const { attachments } = store;
    const accountId = accountOf(context).id;
    const now = store.clock.now();
    const named = textTest(q);
    const { items, ...place } = await selectionPage(
      context,
      attachments,
      (range) => attachments.select(undefined, range),
      choice,
      (attachment) =>
        attachment.accountId === accountId &&
        (status === undefined || attachmentStatus(attachment, settings.limits, now) === status) &&
        (!named || named(attachment.filename)),
    );
    return { attachments: items.map((attachment) => uploadView(context, attachment, now)), ...place };
  },
};

function uploadView({ service }: ControlContext, attachment: AttachmentRecord, now: number): UploadView {
  const { store, settings } = service;
  const { id, filename, contentType, size, inline, bytes, createdAt, confirmedAt } = attachment;
  return {
    id,
    filename,
    contentType,
    size,
    ...(bytes && { uploadedBytes: bytes.length }),
    inline,
    status: attachmentStatus(attachment, settings.limits, now),
    emails: store.messages.select(['attachment', id]).count,
    createdAt: formatTimestamp(createdAt),
    ...(confirmedAt !== undefined && { confirmedAt: formatTimestamp(confirmedAt) }),
    expiresAt: formatTimestamp(expiryOf(attachment, settings.limits)),
  };
}

/** The attachments of an account, used in emails or not. */
export class AttachmentControls extends ScopedControls {
  /** One page, newest first. */
  list(page: UploadPage = {}): Promise<UploadsView> {
    return invoke(listUploads, this.context, page);
  }
}
