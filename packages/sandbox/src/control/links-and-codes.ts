import type { MessageView } from './messages.ts';

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

/** Replaces numeric and basic named character references with their characters. */
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
