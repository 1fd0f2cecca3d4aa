/*
 * The bytes of emails and attachments, and how many a sandbox may store.
 */
import type { AttachmentRecord, MessageRecord } from './records.ts';
import type { Content } from './stored-content.ts';

/** How much a sandbox stores. */
export interface StoredLimits {
  /** Bytes of emails and attachments; 0 for no limit, not even on their number. Default 1 GiB. */
  readonly storedBytes: number;
  /** Number of emails, because small ones take more memory than their bytes. Default 1,000,000. */
  readonly storedEmails: number;
}

export const storedLimits: StoredLimits = { storedBytes: 1_073_741_824, storedEmails: 1_000_000 };

/** Bytes of the subject, bodies and headers of an email together (A58). */
export function emailBytes({
  subject,
  html = '',
  text = '',
  headers,
}: Pick<MessageRecord, 'subject' | 'html' | 'text' | 'headers'>): number {
  let bytes = utf8Length(subject) + utf8Length(html) + utf8Length(text);
  for (const name of Object.keys(headers)) bytes += utf8Length(name) + utf8Length(headers[name] ?? '');
  return bytes;
}

/** Bytes uploaded for an attachment. */
export function attachmentBytes({ bytes }: AttachmentRecord): number {
  return bytes?.length ?? 0;
}

/** Length of a text in UTF-8. Encoding it would allocate a copy. */
function utf8Length(text: Content<string>): number {
  if (typeof text !== 'string') return text.bytes;
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
