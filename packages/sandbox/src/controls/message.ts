import type { MessageView } from '../control/messages.ts';

/** A captured message, with what tests mostly look for in it. */
export interface Message extends MessageView {
  /** Every link in its HTML, or in its text where it has no HTML, in order. */
  links(): string[];
  /** One-time codes in its text (or its HTML without tags): runs of 4 to 8 digits standing alone. */
  codes(): string[];
}

export function messageFrom(view: MessageView): Message {
  return {
    ...view,
    links: () => linksIn(view),
    codes: () => [...plainText(view).matchAll(/(?<![\w.,-])\d{4,8}(?![\w-])/g)].map(([code]) => code),
  };
}

function linksIn({ html, text = '' }: MessageView): string[] {
  if (html === undefined) return [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) => link);
  const links = html.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi);
  return [...links].map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&'));
}

function plainText({ html = '', text }: MessageView): string {
  return text ?? html.replaceAll(/<(style|script)\b[^]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
}
