import type { Attachment } from '@mailrig/contract';

/** An attachment that `upload` stored and confirmed. */
export interface UploadedAttachment extends Attachment {
  /** Name that the recipient sees. */
  readonly filename: string;
  /** Declared MIME type. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
}
