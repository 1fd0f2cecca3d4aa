import { atMost, from, notEmpty, type Open, openEnum, rule } from './fields.ts';
import { limits } from './limits.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** States of an attachment (api.md §3.3); `expired` is final. */
export const attachmentStatuses = ['pending', 'uploaded', 'expired'] as const;

/** State of an attachment. */
export type AttachmentStatus = (typeof attachmentStatuses)[number];

/** Body of `POST /api/v1/attachments/presigned-url` (api.md §4.2). */
export interface CreateUploadBody {
  /** Name that the recipient sees, 1 to 255 characters without control characters (decision A71). */
  readonly filename: string;
  /** MIME type, for example `application/pdf`; the same has to be sent with the bytes. */
  readonly contentType: string;
  /** Size of the file in bytes, at least 1: at most 10 MB, inline images 5 MB (decision A69). */
  readonly size: number;
  /** True for an image that the HTML shows as `<img src="cid:…">`. Default false. */
  readonly inline?: boolean | undefined;
}

/** An upload that was created: where to put the bytes, and until when. */
export interface Upload {
  /** Id of the attachment, usually with the prefix `att_`: confirm it, then pass it in `attachmentIds`. */
  readonly attachmentId: string;
  /** Presigned URL to PUT the raw bytes to, without an API key. */
  readonly uploadUrl: string;
  /** When the URL stops working, one hour after it was made. ISO 8601. */
  readonly expiresAt: string;
  /** Name of an inline image in the HTML: `cid:<contentId>`. Inline attachments only. */
  readonly contentId?: string;
  /** Second name of the upload, which some services send; the id does everything it does (decision A77). */
  readonly uploadToken?: string;
}

/** An attachment whose upload was confirmed (api.md §2.9, decision A76). */
export interface Attachment {
  /** Id to pass in `attachmentIds`, usually with the prefix `att_`. */
  readonly id: string;
  /** `uploaded` once it is confirmed. */
  readonly status: Open<AttachmentStatus>;
  /** Name that the recipient sees. */
  readonly filename?: string;
  /** MIME type that was declared. */
  readonly contentType?: string;
  /** Size in bytes. */
  readonly size?: number;
  /** Name of an inline image in the HTML. Inline attachments only. */
  readonly contentId?: string;
  /** When the upload was created. ISO 8601. */
  readonly createdAt?: string;
  /** When the attachment can no longer be sent, seven days after it was confirmed. ISO 8601. */
  readonly expiresAt?: string;
}

const noControlCharacters = rule(
  (text: string) => !/\p{Cc}/u.test(text),
  'must not contain control characters',
);

/** Which MIME types and sizes are allowed is the service's to say: `INVALID_CONTENT_TYPE`, `ATTACHMENT_TOO_LARGE`. */
export const createUploadBodySchema = z.object({
  filename: z.string().check(notEmpty, atMost(limits.filenameLength), noControlCharacters),
  contentType: z.string(),
  size: z.int().check(from(1)),
  inline: z.optional(z.boolean()),
} satisfies Shape<CreateUploadBody>);

export const uploadSchema = z.object({
  attachmentId: z.string(),
  uploadUrl: z.string(),
  expiresAt: z.string(),
  contentId: z.exactOptional(z.string()),
  uploadToken: z.exactOptional(z.string()),
} satisfies Shape<Upload>);

export const attachmentSchema = z.object({
  id: z.string(),
  status: openEnum(attachmentStatuses),
  filename: z.exactOptional(z.string()),
  contentType: z.exactOptional(z.string()),
  size: z.exactOptional(z.int()),
  contentId: z.exactOptional(z.string()),
  createdAt: z.exactOptional(z.string()),
  expiresAt: z.exactOptional(z.string()),
} satisfies Shape<Attachment>);

/** Payload of a confirmation: `null`, as api.md shows it, or the record (decision A76). */
export const confirmedAttachmentSchema = z.nullable(attachmentSchema);
