import { type Element, type HtmlSource, readHtml, readTexts, type TextRun } from '../checks/html-source.ts';
import type { Steps } from '../service/kernel/steps.ts';
import { linksInText } from './links.ts';

/** One line as a reader sees it. */
export interface MailLine {
  readonly text: string;
  /** Whether it is set apart: large, spaced, a heading, or marked as code. */
  readonly isLarge: boolean;
}

/** A line that is not empty. One of more than 10,000 characters counts as several, which end at blanks. */
const printed = /[^\r\n]{1,10000}(?!\S)|[^\r\n]{1,10000}/g;

/** The lines of plain text that are not empty. A line that a program wrapped counts as one. */
export function linesOfText(text: string): MailLine[] {
  return joined(linesIn(text.replaceAll(/(?<=[^\n]{40}[\p{L},]) ?\r?\n(?=\p{Ll})/gu, ' '), false));
}

function linesIn(text: string, isLarge: boolean): MailLine[] {
  return (text.match(printed) ?? []).map((found) => ({ text: found, isLarge }));
}

const large = /^(?:h[1-3]|code|pre|kbd|samp)$/;
const largeStyle = /letter-spacing\s*:\s*[.\d]|font-size\s*:\s*(?:[2-9]\d|1\d\d)(?:\.\d+)?px/i;

/** The addresses of the links in HTML, and its lines. */
export function* linksAndLinesIn(
  html: string,
): Steps<{ readonly links: readonly string[]; readonly lines: readonly MailLine[] }> {
  const source = yield* readHtml(html);
  const links: string[] = [];
  const lines: MailLine[] = [];
  let block: Element | undefined;
  let line: TextRun[] = [];
  let isLarge = false;
  // The text outside of links: the text of a link is often its address.
  let prose = '';
  const endProse = () => {
    for (const found of linksInText(prose)) if (!links.includes(found)) links.push(found);
    prose = '';
  };
  const endLine = (next: Element | undefined) => {
    block = next;
    endProse();
    const shown = line.map(({ text }) => text).join('');
    const isPreformatted = line.some(({ outer }) => outer?.isPreformatted);
    const found = linesIn(isPreformatted ? shown : shown.replaceAll(/\s+/g, ' ').trim(), isLarge);
    for (const one of found) lines.push(one);
    if (found.length > 0) isLarge = false;
    line = [];
  };
  for (const node of inOrder(source)) {
    yield;
    if (node.outer?.block !== block) endLine(node.outer?.block);
    if ('source' in node) {
      line.push(node);
      if (!node.outer?.link) prose += node.text;
      continue;
    }
    if (node.block === node) endLine(node);
    const { name, attributes } = node;
    const href = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (href) {
      endProse();
      links.push(href.value.replaceAll(/[\t\n\r]/g, '').trim());
    }
    isLarge ||= large.test(name) || largeStyle.test(attributes.get('style')?.value ?? '');
  }
  endLine(undefined);
  return { links, lines: joined(lines) };
}

/** Elements, and the texts that are shown, in the order of the source. */
function* inOrder(source: HtmlSource): Generator<Element | TextRun> {
  const texts = readTexts(source);
  let next = 0;
  for (const element of source.elements) {
    for (let text = texts[next]; text && text.offset < element.offset; text = texts[++next]) yield text;
    yield element;
  }
  yield* texts.slice(next);
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
