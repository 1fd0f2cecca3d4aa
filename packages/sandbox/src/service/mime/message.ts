import { asciiDomain, parseMailbox } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { httpDate } from '../kernel/clock.ts';
import type { Content } from '../state/stored-content.ts';
import type { AttachmentRecord, MessageRecord } from '../state/records.ts';
import { base64Lines, headerText, isASCII, networkLines, parameter, quotedPrintable } from './encoding.ts';

/** A part of a message: header lines, and a body without its last line end. All of it is ASCII but attached mails. */
interface Part {
  readonly headers: readonly string[];
  /** Texts and attached mails, one after the other. */
  readonly body: readonly (string | Uint8Array)[];
}

const encoder = new TextEncoder();

/** A captured email as sent (RFC 5322), without its Bcc: alternatives, inline images with the HTML, other files. */
export function mimeMessage(message: MessageRecord, attachments: readonly AttachmentRecord[]): Uint8Array {
  const inline = attachments.filter((attachment) => attachment.inline).map(attachmentPart);
  const others = attachments.filter((attachment) => !attachment.inline).map(attachmentPart);
  const alternatives = multipart('alternative', message, textParts(message));
  const related = multipart('related', message, [alternatives, ...inline]);
  const { headers, body } = multipart('mixed', message, [related, ...others]);
  const lines = [...messageHeaders(message), 'MIME-Version: 1.0', ...headers, '', ''];
  return joined([lines.join('\r\n'), ...body, '\r\n']);
}

/** Fields of a message that its headers do not show. */
type NotInHeaders = Pick<
  MessageRecord,
  | ('id' | 'accountId' | 'environment' | 'fromKey' | 'toKeys' | 'bcc' | 'html' | 'text' | 'templateId')
  | (
      | 'attachmentIds'
      | 'idempotencyKey'
      | 'attempts'
      | 'acceptedAttempt'
      | 'faults'
      | 'status'
      | 'past'
      | 'plan'
    )
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

const mailboxes = (texts: readonly string[]): string => texts.map(mailbox).join(',\r\n ');

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
    body: [quotedPrintable(text)],
  };
}

/**
 * An attached mail is included as it is, because no encoding is allowed for it (RFC 2046 §5.2.1); the rest is in
 * base64.
 */
function attachmentPart({ filename, contentType, inline, contentId, bytes }: AttachmentRecord): Part {
  const content = (bytes && 'read' in bytes ? bytes.read() : bytes) ?? new Uint8Array();
  const asIs = /^(?:message|multipart)\//i.test(contentType.trim());
  return {
    headers: [
      `Content-Type: ${contentType.trim()}`,
      `Content-Disposition: ${inline ? 'inline' : 'attachment'}${parameter('filename', filename)}`,
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
      `Content-Transfer-Encoding: ${!asIs ? 'base64' : isASCII(content) ? '7bit' : '8bit'}`,
    ],
    body: [asIs ? networkLines(content) : base64Lines(content)],
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
  const boundary = unusedIn(parts, `=_${kind}_${message.id.slice(-24)}`);
  const bodies = parts.flatMap(({ headers, body }) => [
    [`--${boundary}`, ...headers, '', ''].join('\r\n'),
    ...body,
    '\r\n',
  ]);
  return {
    headers: [`Content-Type: multipart/${kind};\r\n boundary="${boundary}"`],
    body: [...bodies, `--${boundary}--`],
  };
}

/** Neither quoted-printable nor base64 can contain "=_", but an attached mail may come from a sandbox. */
function unusedIn(parts: readonly Part[], boundary: string): string {
  const attached = parts.flatMap(({ body }) => body.filter((piece) => typeof piece !== 'string'));
  const texts = attached.map((bytes) => new TextDecoder('latin1').decode(bytes));
  let unused = boundary;
  while (texts.some((text) => text.includes(unused))) unused += '_';
  return unused;
}

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoded = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const whole = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const bytes of encoded) {
    whole.set(bytes, offset);
    offset += bytes.length;
  }
  return whole;
}
