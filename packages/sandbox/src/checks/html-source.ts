import { Parser } from 'htmlparser2';

/** An attribute as it is written. */
export interface Attribute {
  /** With its entities decoded. */
  readonly value: string;
  /** Offset of the value, or of the name if it has no value. */
  readonly offset: number;
}

/** An element, with what its readers need of its content and of the elements around it. */
export interface Element {
  readonly name: string;
  readonly offset: number;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The nearest link around it, or the element itself if it is one. */
  link: Element | undefined;
  /** The nearest table around it, or the element itself if it is one. */
  table: Element | undefined;
  /** The nearest element around it that ends a line, such as a block, a cell or a button, or the element itself if it is one. */
  block: Element | undefined;
  /** Whether the line breaks in it are shown. */
  readonly isPreformatted: boolean;
  /** The element around it. */
  readonly outer: Element | undefined;
  /** Text inside a link, with the alt texts and labels in it. Empty for other elements. */
  text: string;
}

/** A run of text, or the content of a `<style>`. */
export interface TextRun {
  /** As it is written. */
  readonly source: string;
  /** With its entities decoded. */
  readonly text: string;
  readonly offset: number;
  /** The element around it. */
  readonly outer: Element | undefined;
}

/** An HTML document, in the order of its source. */
export interface HtmlSource {
  readonly elements: readonly Element[];
  readonly texts: readonly TextRun[];
}

/** Elements that end a line: blocks, cells and buttons. */
const blocks =
  /^(?:address|article|aside|blockquote|body|br|button|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|title|tr|ul)$/;

/** Characters that are read at a time. */
const step = 16_384;

/**
 * How deep elements may be nested. The parser takes time in proportion to the depth for every tag, and no email for
 * people is nested like that.
 */
const deepest = 1_000;

/**
 * Reads HTML as forgivingly as clients do. Comments are left out, and so is what they hide for Outlook. It stops at
 * the first element that is nested more than 1,000 deep. A tag that does not end is left out.
 */
export function* readHtml(html: string): Generator<void, HtmlSource> {
  const elements: Element[] = [];
  const texts: TextRun[] = [];
  const open: Element[] = [];
  let attributes = new Map<string, Attribute>();
  let textStart: number | undefined;
  let text = '';
  const endText = (end: number) => {
    if (textStart !== undefined && end > textStart) {
      texts.push({ source: html.slice(textStart, end), text, offset: textStart, outer: open.at(-1) });
    }
    textStart = undefined;
    text = '';
  };
  const parser = new Parser({
    ontext(data) {
      textStart ??= parser.startIndex;
      text += data;
      const inside = open.at(-1);
      if (inside?.link && !unread.has(inside.name)) inside.link.text += data;
    },
    onattribute(name, value, quote) {
      if (attributes.has(name)) return;
      const equals = quote === undefined ? -1 : html.indexOf('=', parser.startIndex);
      attributes.set(name, { value, offset: equals < 0 ? parser.startIndex : valueStart(html, equals) });
    },
    onopentagname() {
      endText(parser.startIndex);
      attributes = new Map();
    },
    onopentag(name) {
      const outer = open.at(-1);
      const element: Element = {
        name,
        offset: parser.startIndex,
        attributes,
        link: outer?.link,
        table: outer?.table,
        block: outer?.block,
        isPreformatted: name === 'pre' || outer?.isPreformatted === true,
        outer,
        text: '',
      };
      if (name === 'a') element.link = element;
      else if (element.link) element.link.text += nameOf(element);
      if (name === 'table') element.table = element;
      if (blocks.test(name)) element.block = element;
      elements.push(element);
      if (open.push(element) > deepest) parser.pause();
    },
    onclosetag() {
      endText(parser.startIndex);
      open.pop();
    },
    oncomment: () => endText(parser.startIndex),
    onprocessinginstruction: () => endText(parser.startIndex),
  });
  for (let offset = 0; offset < html.length; offset += step) {
    yield;
    parser.write(html.slice(offset, offset + step));
  }
  parser.end();
  endText(html.length);
  return { elements, texts };
}

/** Elements whose text is not shown. */
const unread: ReadonlySet<string> = new Set(['script', 'style']);

/** The runs of text that somebody may read. */
export function readTexts({ texts }: HtmlSource): readonly TextRun[] {
  return texts.filter(({ outer }) => !unread.has(outer?.name ?? ''));
}

/** The labels of an element besides its text. */
function nameOf({ name, attributes }: Element): string {
  const label = attributes.get(name === 'img' ? 'alt' : 'aria-label');
  return label ? ` ${label.value} ` : '';
}

/** The offset of a value behind an equals sign. */
function valueStart(html: string, equals: number): number {
  let offset = equals + 1;
  while (/\s/.test(html[offset] ?? '')) offset++;
  return html[offset] === '"' || html[offset] === "'" ? offset + 1 : offset;
}
