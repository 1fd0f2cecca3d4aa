import { asciiDomain, parseMailbox } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { httpDate } from '../kernel/clock.ts';
import type { Content } from '../state/stored-content.ts';
import type { AttachmentRecord, MessageRecord } from '../state/records.ts';
import { base64Lines, headerText, parameter, quotedPrintable } from './encoding.ts';

/** A part of a message: header lines, and a body without its last line end. All of it is ASCII. */
interface Part {
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * A captured email as sent (RFC 5322, RFC 2045), without its Bcc: text and HTML
 * as alternatives, inline images with the HTML, all other attachments after it.
 */
export function mimeMessage(message: MessageRecord, attachments: readonly AttachmentRecord[]): Uint8Array {
  const inline = attachments.filter((attachment) => attachment.inline).map(attachmentPart);
  const others = attachments.filter((attachment) => !attachment.inline).map(attachmentPart);
  const alternatives = multipart('alternative', message, textParts(message));
  const related = multipart('related', message, [alternatives, ...inline]);
  const { headers, body } = multipart('mixed', message, [related, ...others]);
  const lines = [...messageHeaders(message), 'MIME-Version: 1.0', ...headers, '', body, ''];
  return new TextEncoder().encode(lines.join('\r\n'));
}

/** Fields of a message that its headers do not show. */
type NotInHeaders = Pick<
  MessageRecord,
  | ('id' | 'accountId' | 'environment' | 'fromKey' | 'toKeys' | 'bcc' | 'html' | 'text' | 'templateId')
  | ('attachmentIds' | 'status' | 'past' | 'plan')
>;

function messageHeaders(message: MessageRecord): string[] {
  const { from, to, cc, replyTo, subject, messageId, createdAt, headers, ...rest } = message;
  rest satisfies Within<typeof rest, NotInHeaders>;
  return [
    `From: ${mailbox(from)}`,
    `To: ${mailboxes(to)}`,
    ...(cc.length > 0 ? [`Cc: ${mailboxes(cc)}`] : []),
    ...(replyTo === undefined ? [] : [`Reply-To: ${mailbox(replyTo)}`]),
    `Subject: ${headerText(subject)}`,
    `Date: ${httpDate(createdAt).replace('GMT', '+0000')}`,
    `Message-ID: <${messageId}>`,
    ...Object.entries(headers).map(([name, value]) => headerLines(name, headerText(value, 900))),
  ];
}

/** A header whose text begins on the next line if the first line would be longer than 998 characters. */
function headerLines(name: string, text: string): string {
  const [first = ''] = text.split('\r\n', 1);
  return `${name}:${name.length + 2 + first.length > 998 ? '\r\n' : ''} ${text}`;
}

function mailboxes(texts: readonly string[]): string {
  return texts.map(mailbox).join(',\r\n ');
}

function mailbox(text: string): string {
  const parsed = parseMailbox(text);
  if (!parsed) return text;
  const { address, domain, name } = parsed;
  const ascii = `${address.slice(0, -domain.length)}${asciiDomain(domain) ?? domain}`;
  if (name === undefined) return ascii;
  const plain = /^[\x20-\x7e]{1,60}$/.test(name) && !name.includes('=?');
  return `${plain ? `"${name.replace(/["\\]/g, '\\$&')}"` : headerText(name, 0)} <${ascii}>`;
}

function textParts({ text, html }: MessageRecord): Part[] {
  const plain = text !== undefined || html === undefined ? [textPart('plain', text ?? '')] : [];
  return html === undefined ? plain : [...plain, textPart('html', html)];
}

function textPart(subtype: string, content: Content<string>): Part {
  const text = typeof content === 'string' ? content : content.read();
  return {
    headers: [`Content-Type: text/${subtype}; charset=utf-8`, 'Content-Transfer-Encoding: quoted-printable'],
    body: quotedPrintable(text),
  };
}

function attachmentPart({ filename, contentType, inline, contentId, bytes }: AttachmentRecord): Part {
  const content = bytes && 'read' in bytes ? bytes.read() : bytes;
  return {
    headers: [
      `Content-Type: ${contentType}`,
      `Content-Disposition: ${inline ? 'inline' : 'attachment'}${parameter('filename', filename)}`,
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
      'Content-Transfer-Encoding: base64',
    ],
    body: base64Lines(content ?? new Uint8Array()),
  };
}

/** Joins several parts into one; a single part stays as it is. */
function multipart(
  kind: 'alternative' | 'related' | 'mixed',
  message: MessageRecord,
  parts: readonly Part[],
): Part {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  // Neither quoted-printable nor base64 can contain "=_".
  const boundary = `=_${kind}_${message.id.slice(-24)}`;
  const bodies = parts.map(({ headers, body }) => [`--${boundary}`, ...headers, '', body].join('\r\n'));
  return {
    headers: [`Content-Type: multipart/${kind};\r\n boundary="${boundary}"`],
    body: [...bodies, `--${boundary}--`].join('\r\n'),
  };
}
