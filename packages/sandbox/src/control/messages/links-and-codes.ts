import { decodeReferences } from './character-references.ts';

/** What tests take out of a message most often. */
export interface LinksAndCodes {
  /** Every link in its HTML, or in its text if it has no HTML, in order. */
  readonly links: readonly string[];
  /** One-time codes in its text (or its HTML without tags): runs of 4 to 8 digits standing alone. */
  readonly codes: readonly string[];
}

/** The content of a message. */
interface Parts {
  readonly html?: string;
  readonly text?: string;
}

/**
 * Finds the links and codes of a message, in one pass over each part. The sandbox, its test helpers and the
 * inspector's page all take them from here. It reads HTML itself, because the parser that the checks load on demand
 * would slow down every start.
 */
export function linksAndCodesIn({ html, text }: Parts): LinksAndCodes {
  const page = html === undefined ? undefined : readHtml(html);
  return { links: page?.links ?? linksInText(text ?? ''), codes: codesIn(text ?? page?.text ?? '') };
}

/** What HTML says: its text, with a blank for each tag. */
export function textOfHtml(html: string): string {
  return readHtml(html).text;
}

/** The one place that decides what a code is. */
function codesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.,-])\d{4,8}(?![\w-])/g)].map(([code]) => code);
}

function linksInText(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"'\]]+/g)].map(([link]) => withoutPunctuation(link));
}

/** A link in running text without the punctuation of the sentence around it. */
function withoutPunctuation(link: string): string {
  let open = 0;
  let end = 0;
  for (; end < link.length; end++) {
    if (link[end] === '(') open++;
    else if (link[end] === ')' && --open < 0) break;
  }
  while ('.,;:!?'.includes(link[end - 1] ?? ' ')) end--;
  return link.slice(0, end);
}

/** The next thing in HTML that is not text: a comment, a declaration, or the beginning of a tag. */
const markup = /<(?:(!--)|([!?])|\/?([a-z][^\s/>]*))/gi;
const attribute = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(["']?))?)/y;
const bareValue = /[^\s>]*/y;
/** Elements whose content is neither shown nor HTML, with their ends. */
const hidden: Readonly<Record<string, RegExp>> = { script: /<\/script/gi, style: /<\/style/gi };

/** The links in HTML, and its text with a blank for each tag. What does not end, such as a tag, is left out. */
function readHtml(html: string): { readonly links: string[]; readonly text: string } {
  const links: string[] = [];
  let text = '';
  for (let at = 0; ;) {
    const next = found(markup, html, at);
    text += `${decodeReferences(html.slice(at, next?.index))} `;
    if (!next) break;
    const [begin, comment, declaration, name = ''] = next;
    const inside = next.index + begin.length;
    let end = -1;
    if (comment !== undefined) end = endOf(html, '-->', inside);
    else if (declaration !== undefined) end = endOf(html, '>', inside);
    else {
      const tag = readTag(html, inside);
      end = tag?.end ?? -1;
      const isOpening = html[next.index + 1] !== '/';
      if (isOpening && tag?.href !== undefined && name.toLowerCase() === 'a') links.push(tag.href);
      const close = isOpening && end >= 0 ? hidden[name.toLowerCase()] : undefined;
      if (close) end = found(close, html, end)?.index ?? -1;
    }
    if (end < 0) break;
    at = end;
  }
  return { links, text };
}

/** The rest of a tag behind its name; `undefined` if it does not end. */
function readTag(html: string, start: number): { readonly end: number; readonly href?: string } | undefined {
  let href: string | undefined;
  for (let at = start; ;) {
    const match = found(attribute, html, at);
    if (!match) return undefined;
    const [whole, close, name, quote] = match;
    at += whole.length;
    if (close !== undefined) return { end: at, ...(href !== undefined && { href }) };
    if (quote === undefined) continue;
    const from = at;
    at = quote === '' ? from + (found(bareValue, html, from)?.[0].length ?? 0) : html.indexOf(quote, from);
    if (at < 0) return undefined;
    if (name?.toLowerCase() === 'href') href ??= decodeReferences(html.slice(from, at));
    at += quote.length;
  }
}

function found(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** The offset behind the next `end`; -1 if there is none. */
function endOf(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}
