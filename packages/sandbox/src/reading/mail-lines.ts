import { Parser } from 'htmlparser2';
import type { Steps } from '../service/kernel/steps.ts';
import { deepest, parse } from '../checks/html.ts';
import { linksInText } from './links.ts';

/** One line as a reader sees it. */
export interface MailLine {
  readonly text: string;
  /** Whether it is set apart: large, spaced, a heading, or marked as code. */
  readonly isLarge: boolean;
}

/** A line that is not empty. One of more than 10,000 characters counts as several, which end at blanks. */
const line = /[^\r\n]{1,10000}(?!\S)|[^\r\n]{1,10000}/g;

/** The lines of plain text that are not empty. Lines that a program wrapped are one. */
export function linesOfText(text: string): MailLine[] {
  return joined(linesIn(text.replaceAll(/(?<=[^\n]{40}[\p{L},]) ?\r?\n(?=\p{Ll})/gu, ' '), false));
}

function linesIn(text: string, isLarge: boolean): MailLine[] {
  return (text.match(line) ?? []).map((found) => ({ text: found, isLarge }));
}

/** Elements whose content is not shown. */
const hidden = /^(?:script|style)$/;
/** Elements that end a line: blocks, cells and buttons. */
const border =
  /^(?:address|article|aside|blockquote|body|br|button|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|title|tr|ul)$/;
const linking = /^(?:a|area)$/;
const large = /^(?:h[1-3]|code|pre|kbd|samp)$/;
const largeStyle = /letter-spacing\s*:\s*[.\d]|font-size\s*:\s*(?:[2-9]\d|1\d\d)(?:\.\d+)?px/i;

/** The addresses of the links in HTML, and its lines. A tag that does not end is left out. */
export function* readHtml(
  html: string,
): Steps<{ readonly links: readonly string[]; readonly lines: readonly MailLine[] }> {
  const links: string[] = [];
  const lines: MailLine[] = [];
  let text: string[] = [];
  let isLarge = false;
  let depth = 0;
  let pre = 0;
  let isHidden = false;
  // The text outside of links: the text of a link is often its address.
  let prose = '';
  let link = 0;
  const endProse = () => {
    for (const found of linksInText(prose)) if (!links.includes(found)) links.push(found);
    prose = '';
  };
  const endLine = () => {
    endProse();
    const shown = text.join('');
    const found = linesIn(pre > 0 ? shown : shown.replaceAll(/\s+/g, ' ').trim(), isLarge);
    for (const one of found) lines.push(one);
    if (found.length > 0) isLarge = false;
    text = [];
  };
  const separate = (name: string) => {
    if (border.test(name)) endLine();
  };
  const parser = new Parser({
    ontext(data) {
      if (isHidden) return;
      text.push(data);
      if (link === 0) prose += data;
    },
    onopentag(name, { href, style = '' }) {
      separate(name);
      if (href !== undefined && linking.test(name)) {
        endProse();
        links.push(href.replaceAll(/[\t\n\r]/g, '').trim());
      }
      if (name === 'a') link += 1;
      if (name === 'pre') pre += 1;
      isLarge ||= large.test(name) || largeStyle.test(style);
      isHidden = hidden.test(name);
      if (++depth > deepest) parser.pause();
    },
    onclosetag(name) {
      separate(name);
      isHidden = false;
      if (name === 'pre') pre -= 1;
      if (name === 'a') link -= 1;
      depth -= 1;
    },
  });
  yield* parse(parser, html);
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
