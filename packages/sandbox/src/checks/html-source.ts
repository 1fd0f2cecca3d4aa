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

/** How deep elements may be nested: for every tag, the parser takes time in proportion to the depth. */
const deepest = 1_000;

/** Reads HTML as forgivingly as clients do, up to 1,000 levels deep. Comments and unfinished tags are left out. */
export function* readHtml(html: string): Generator<void, HtmlSource> {
  const reader = new HtmlReader(html);
  for (let offset = 0; offset < html.length; offset += step) {
    yield;
    reader.parser.write(html.slice(offset, offset + step));
  }
  reader.parser.end();
  reader.endText(html.length);
  return reader;
}

/** Collects the elements and texts that the parser finds. */
class HtmlReader implements HtmlSource {
  readonly elements: Element[] = [];
  readonly texts: TextRun[] = [];
  readonly parser: Parser;
  readonly #html: string;
  readonly #open: Element[] = [];
  #attributes = new Map<string, Attribute>();
  #textStart: number | undefined;
  #text = '';

  constructor(html: string) {
    this.#html = html;
    const endText = () => this.endText(this.parser.startIndex);
    this.parser = new Parser({
      ontext: (data) => this.#addText(data),
      onattribute: (name, value, quote) => this.#addAttribute(name, value, quote),
      onopentagname: () => {
        endText();
        this.#attributes = new Map();
      },
      onopentag: (name) => this.#openElement(name),
      onclosetag: () => {
        endText();
        this.#open.pop();
      },
      oncomment: endText,
      onprocessinginstruction: endText,
    });
  }

  endText(end: number): void {
    const [start, text, outer] = [this.#textStart, this.#text, this.#open.at(-1)];
    if (start !== undefined && end > start) {
      this.texts.push({ source: this.#html.slice(start, end), text, offset: start, outer });
    }
    this.#textStart = undefined;
    this.#text = '';
  }

  #addText(data: string): void {
    this.#textStart ??= this.parser.startIndex;
    this.#text += data;
    const inside = this.#open.at(-1);
    if (inside?.link && !unread.has(inside.name)) inside.link.text += data;
  }

  #addAttribute(name: string, value: string, quote: string | null | undefined): void {
    if (this.#attributes.has(name)) return;
    const { startIndex } = this.parser;
    const equals = quote === undefined ? -1 : this.#html.indexOf('=', startIndex);
    this.#attributes.set(name, { value, offset: equals < 0 ? startIndex : valueStart(this.#html, equals) });
  }

  #openElement(name: string): void {
    const outer = this.#open.at(-1);
    const element: Element = {
      name,
      offset: this.parser.startIndex,
      attributes: this.#attributes,
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
    this.elements.push(element);
    if (this.#open.push(element) > deepest) this.parser.pause();
  }
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
