import * as z from 'zod/mini';
import { openEnum } from '../values/fields.ts';
import { limits } from '../values/limits.ts';
import type { Shape } from '../types/shape.ts';
import { type AttachmentStatus, attachmentStatuses } from './statuses.ts';

/** Body of `POST /api/v1/attachments/presigned-url`. */
export interface CreateUploadBody {
  /** Name that the recipient sees, 1 to 255 characters without control characters. */
  readonly filename: string;
  /** MIME type, for example `application/pdf`. Send the same type with the bytes. */
  readonly contentType: string;
  /** Size of the file in bytes, at least 1: at most 10 MB, inline images 5 MB. */
  readonly size: number;
  /** True for an image that the HTML shows as `<img src="cid:…">`. Default false. */
  readonly inline?: boolean | undefined;
}

/** A new upload: where to put the bytes, and until when. */
export interface Upload {
  /** Id of the attachment, usually with the prefix `att_`. Confirm it, then pass it in `attachmentIds`. */
  readonly attachmentId: string;
  /** Presigned URL to PUT the raw bytes to, without an API key. */
  readonly uploadUrl: string;
  /** When the URL stops working, one hour after its creation. ISO 8601. */
  readonly expiresAt: string;
  /** Name of an inline image in the HTML: `cid:<contentId>`. Inline attachments only. */
  readonly contentId?: string;
  /** A second name of the upload, which some services send. The id works wherever it works. */
  readonly uploadToken?: string;
}

/** An attachment whose upload was confirmed. */
export interface Attachment {
  /** Id to pass in `attachmentIds`, usually with the prefix `att_`. */
  readonly id: string;
  /** `uploaded` after the confirmation. */
  readonly status: AttachmentStatus;
  /** Name that the recipient sees. */
  readonly filename?: string;
  /** Declared MIME type. */
  readonly contentType?: string;
  /** Size in bytes. */
  readonly size?: number;
  /** Name of an inline image in the HTML. Inline attachments only. */
  readonly contentId?: string;
  /** When the upload was created. ISO 8601. */
  readonly createdAt?: string;
  /** When the attachment can no longer be sent, seven days after its confirmation. ISO 8601. */
  readonly expiresAt?: string;
}

/** The service decides which types and sizes it allows: `INVALID_CONTENT_TYPE`, `ATTACHMENT_TOO_LARGE`. */
export const createUploadBodySchema = z.lazy(() =>
  z.object({
    filename: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(limits.filenameLength),
        z.regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' }),
      ),
    contentType: z.string(),
    size: z.int().check(z.gte(1)),
    inline: z.optional(z.boolean()),
  } satisfies Shape<CreateUploadBody>),
);

export const uploadSchema = z.lazy(() =>
  z.object({
    attachmentId: z.string(),
    uploadUrl: z.string(),
    expiresAt: z.string(),
    contentId: z.exactOptional(z.string()),
    uploadToken: z.exactOptional(z.string()),
  } satisfies Shape<Upload>),
);

export const attachmentSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    status: openEnum(attachmentStatuses),
    filename: z.exactOptional(z.string()),
    contentType: z.exactOptional(z.string()),
    size: z.exactOptional(z.int()),
    contentId: z.exactOptional(z.string()),
    createdAt: z.exactOptional(z.string()),
    expiresAt: z.exactOptional(z.string()),
  } satisfies Shape<Attachment>),
);

/** The payload of a confirmation: `null`, or the record (A76). */
export const confirmedAttachmentSchema = z.lazy(() => z.nullable(attachmentSchema));
