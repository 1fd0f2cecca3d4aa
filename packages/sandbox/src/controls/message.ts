import { getMessageAttachment, getRawMessage } from '../control/message-parts.ts';
import type { AttachmentView, MessageView } from '../control/messages.ts';
import { invoke, type Scope } from '../control/verb.ts';

/** A file on a captured message, with its bytes at hand. */
export interface MessageAttachment extends AttachmentView {
  /** The bytes that were uploaded; a copy, made when it is asked for. */
  readonly content: Uint8Array;
}

/** A captured message, with what tests mostly look for in it. */
export interface Message extends MessageView {
  readonly attachments: readonly MessageAttachment[];
  /** Every link in its HTML, or in its text where it has no HTML, in order. */
  links(): string[];
  /** One-time codes in its text (or its HTML without tags): runs of 4 to 8 digits standing alone. */
  codes(): string[];
  /** The message as it would have travelled (RFC 5322), without its Bcc. */
  raw(): Uint8Array;
}

/** A message of the mailbox; what costs something to make is made when it is asked for. */
export function messageFrom(scope: Scope, view: MessageView): Message {
  const { id } = view;
  return {
    ...view,
    attachments: view.attachments.map((attachment, n) => ({
      ...attachment,
      get content() {
        const { body } = invoke(getMessageAttachment, scope, { id, n });
        return new Uint8Array(body as Uint8Array);
      },
    })),
    links: () => linksIn(view),
    codes: () => codesIn(view),
    raw: () => invoke(getRawMessage, scope, { id }).body as Uint8Array,
  };
}

/** The one-time codes of a message: see {@link Message.codes}. */
export function codesIn(view: MessageView): string[] {
  return [...plainText(view).matchAll(/(?<![\w.,-])\d{4,8}(?![\w-])/g)].map(([code]) => code);
}

/** The links of a message: see {@link Message.links}. */
export function linksIn({ html, text = '' }: MessageView): string[] {
  if (html === undefined) {
    return [...text.matchAll(/https?:\/\/[^\s<>"'\]]+/g)].map(([link]) => withoutPunctuation(link));
  }
  const links = html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return [...links].map(([, double, single, bare]) => decodeEntities(double ?? single ?? bare ?? ''));
}

/** A link in running text without the punctuation of the sentence around it. */
function withoutPunctuation(link: string): string {
  let open = 0;
  let end = 0;
  for (; end < link.length; end++) {
    if (link[end] === '(') open++;
    else if (link[end] === ')' && --open < 0) break;
  }
  return link.slice(0, end).replace(/[.,;:!?]+$/, '');
}

function plainText({ html = '', text }: MessageView): string {
  if (text !== undefined) return text;
  const shown = html.replaceAll(/<(style|script)\b[^]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
  return decodeEntities(shown);
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Numeric character references and the basic named ones as the characters that they stand for. */
function decodeEntities(html: string): string {
  return html.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
