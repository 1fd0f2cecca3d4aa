import type { Steps } from '../service/kernel/steps.ts';
import { decodeReferences } from './character-references.ts';

/** One line as a reader sees it. */
export interface MailLine {
  readonly text: string;
  /** Whether it is set apart: large, spaced, a heading, or marked as code. */
  readonly isLarge: boolean;
}

/** A line that is not empty. One of more than 10,000 characters counts as several, which end at blanks. */
const line = /[^\r\n]{1,10000}(?!\S)|[^\r\n]{1,10000}/g;

/** The lines of plain text that are not empty. */
export function linesOfText(text: string): MailLine[] {
  return joined(linesIn(text, false));
}

function linesIn(text: string, isLarge: boolean): MailLine[] {
  return (text.match(line) ?? []).map((found) => ({ text: found, isLarge }));
}

/** The next thing in HTML that is not text: a comment, a declaration, or the beginning of a tag. */
const markup = /<(?:(!--)|([!?])|\/?([a-z][^\s/>]*))/gi;
const attribute = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(["']?))?)/y;
const bareValue = /[^\s>]*/y;
/** Elements whose content is neither shown nor HTML, with their ends. */
const hidden: Readonly<Record<string, RegExp>> = { script: /<\/script/gi, style: /<\/style/gi };
/** Elements that end a line. */
const block =
  /^(?:address|article|aside|blockquote|body|br|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|title|tr|ul)$/i;
const cell = /^t[dh]$/i;
const large = /^(?:h[1-3]|code|pre|kbd|samp)$/i;
const largeStyle = /letter-spacing\s*:\s*[.\d]|font-size\s*:\s*(?:[2-9]\d|1\d\d)(?:\.\d+)?px/i;

/** The addresses of the links in HTML, and its lines. What does not end, such as a tag, is left out. */
export function* readHtml(
  html: string,
): Steps<{ readonly links: readonly string[]; readonly lines: readonly MailLine[] }> {
  const links: string[] = [];
  const lines: MailLine[] = [];
  let text: string[] = [];
  let isLarge = false;
  const endLine = () => {
    const found = linesIn(text.join('').trim(), isLarge);
    for (const one of found) lines.push(one);
    if (found.length > 0) isLarge = false;
    text = [];
  };
  for (let at = 0; ;) {
    const next = found(markup, html, at);
    if (next?.index !== at) text.push(decodeReferences(html.slice(at, next?.index)).replaceAll(/\s+/g, ' '));
    if (!next) break;
    const [begin, comment, declaration, name = ''] = next;
    const inside = next.index + begin.length;
    let end = -1;
    if (comment !== undefined) end = endOf(html, '-->', inside);
    else if (declaration !== undefined) end = endOf(html, '>', inside);
    else {
      const isOpening = html[next.index + 1] !== '/';
      if (block.test(name)) endLine();
      else if (cell.test(name)) text.push(' ');
      const tag = readTag(html, inside);
      end = tag?.end ?? -1;
      if (isOpening && tag) {
        if (tag.href !== undefined && name.toLowerCase() === 'a') links.push(tag.href);
        isLarge ||= large.test(name) || largeStyle.test(tag.style ?? '');
      }
      const close = isOpening && end >= 0 ? hidden[name.toLowerCase()] : undefined;
      if (close) end = found(close, html, end)?.index ?? -1;
    }
    if (end < 0) break;
    at = end;
    yield;
  }
  endLine();
  return { links, lines: joined(lines) };
}

/** Invisible characters, such as those that pad the preview in a list of messages. */
const invisible = /\u034f|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Lines without invisible characters; letters that each have a line of their own, such as cells, are one line. */
function joined(lines: readonly MailLine[]): MailLine[] {
  const result: MailLine[] = [];
  let letters = 0;
  for (const { text, isLarge } of lines) {
    const shown = text.replaceAll(invisible, '').trim();
    const last = result.at(-1);
    const isLetter = /^[\p{Nd}A-Z]$/u.test(shown);
    letters = isLetter ? letters + 1 : 0;
    if (isLetter && letters > 1 && letters <= 12 && last)
      result[result.length - 1] = { text: `${last.text} ${shown}`, isLarge: true };
    else if (shown !== '') result.push({ text: shown, isLarge });
  }
  return result;
}

/** The rest of a tag behind its name; `undefined` if it does not end. */
function readTag(
  html: string,
  start: number,
): { readonly end: number; readonly href?: string; readonly style?: string } | undefined {
  const values: { href?: string; style?: string } = {};
  for (let at = start; ;) {
    const match = found(attribute, html, at);
    if (!match) return undefined;
    const [whole, close, name, quote] = match;
    at += whole.length;
    if (close !== undefined) return { end: at, ...values };
    if (quote === undefined) continue;
    const from = at;
    at = quote === '' ? from + (found(bareValue, html, from)?.[0].length ?? 0) : html.indexOf(quote, from);
    if (at < 0) return undefined;
    const key = name?.toLowerCase();
    if (key === 'href' || key === 'style') values[key] ??= decodeReferences(html.slice(from, at));
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
