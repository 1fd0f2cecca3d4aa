import type { Finding, Findings } from './findings.ts';
import { type Element, type HtmlSource, readTexts } from './html-source.ts';
import { Lines } from './lines.ts';

/**
 * Placeholders of common template languages: `{{name}}`, `{name}`, `{% if %}`, `<%= name %>`, `${name}`, `*|NAME|*`,
 * `%%name%%`, `%recipient.name%`, `%s`, `[[name]]`, `[FIRST_NAME]`.
 */
const placeholder =
  /\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}|<%[^<>\n]{0,200}%>|\$\{[^{}\n]{1,200}\}|[#%]?\{[ \t]{0,9}[\p{L}_$][\w$.]{0,60}[ \t]{0,9}\}|\*\|[\w:. -]{1,100}\|\*|%%\w{1,100}%%|(?<![\w%])%[a-z_][\w.]{1,60}%|(?<![\w%])%(?:\d\$)?[sd](?!\w)|\[\[[\w. ]{1,60}\]\]|\[[A-Z]{1,30}_[A-Z_]{1,30}\]|\[object Object\]|(?<!\w)Invalid Date(?!\w)|(?<![\w.-])NaN(?![\w-])/giu;

/**
 * A missing value that became text: "Hello undefined,". Prose may have these words, too: "undefined or null", "an
 * undefined value". So before and after them, words that only prose has count against it.
 */
const missing =
  /(?<![\w.'"=/-])(?:(?<!\b(?:an?|the|[Oo]r|and|not|returns?|returned|of|if|as|was|with|for|than) )undefined(?! (?:or|and|values?|variables?|reference|behaviou?r|propert|errors?|checks?|function|method|symbol|type)\b)|(?<!\b(?:an?|the|[Oo]r|and|not|returns?|returned|of|if|as|was|with|for|than|bei|auf|von|unter|[uü]ber|gleich|ist) )null(?=[.,;:!?)]|\s*$))(?![\w'"-])/gu;

/** Elements with text as it was typed: code, not values. */
const verbatim: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp']);

/** A missing value that became text in an address: `?token=undefined`. A sentence may end after it. */
const missingValue =
  /(?<=[/=:])(?:undefined|null|NaN)(?=[.,;:!?)\]]*$|[/?&#])|\[object%20Object\]|Invalid%20Date/g;

const addressInText = /https?:\/\/[^\s<>"]+/gi;

/** Attributes in which a placeholder reaches the recipient. */
const shown = ['href', 'src', 'alt', 'title', 'aria-label', 'background'];

/** Finds placeholders in the HTML that the recipient would read or follow. */
export function* checkHtmlVariables(
  source: HtmlSource,
  lines: Lines,
  findings: Findings,
): Generator<void, void> {
  for (const { source: text, offset, outer } of readTexts(source)) {
    yield;
    report(text, { part: 'html', lines, start: offset, isProse: !verbatim.has(outer?.name ?? '') }, findings);
  }
  for (const { attributes } of source.elements) {
    for (const name of shown) {
      const attribute = attributes.get(name);
      if (!attribute) continue;
      yield;
      const isAddress = name === 'href' || name === 'src' || name === 'background';
      const place = { part: 'html', lines, start: attribute.offset, isProse: !isAddress } as const;
      report(attribute.value, place, findings);
      if (isAddress) reportMissing(attribute.value, place, findings);
    }
  }
}

/** Finds placeholders in plain text, or in the subject. */
export function checkTextVariables(text: string, part: 'text' | 'subject', findings: Findings): void {
  const lines = new Lines(text);
  report(text, { part, lines, start: 0, isProse: true }, findings);
  for (const { 0: address, index } of text.matchAll(addressInText)) {
    reportMissing(address, { part, lines, start: index, isProse: false }, findings);
  }
}

/** Whether an address has a placeholder: its form says nothing before that is filled in. */
export function hasVariable(element: Element, attribute: string): boolean {
  return (element.attributes.get(attribute)?.value ?? '').search(placeholder) !== -1;
}

/** Where a text begins in its part of the message. */
interface TextPlace {
  readonly part: Finding['part'];
  readonly lines: Lines;
  readonly start: number;
  /** Whether it is read as sentences, unlike an address or code. */
  readonly isProse: boolean;
}

function report(text: string, place: TextPlace, findings: Findings): void {
  for (const { 0: found, index } of matchesIn(text, placeholder)) {
    // In an address, "%e2quote%" is encoded text. Between code, braces belong to it.
    if (!place.isProse && (/^%[\da-f]{2}/i.test(found) || /^\{[^{]/.test(found))) continue;
    if (/^%[a-z_]/i.test(found) && !place.isProse && !found.endsWith('%')) continue;
    add(wordsFor(found), index, place, findings);
  }
  if (!place.isProse) return;
  for (const { 0: found, index } of matchesIn(text, missing)) {
    add(`A missing value was printed as ${found}.`, index, place, findings);
  }
}

/** The matches in a text. Most texts have none, and a search finds that sooner: `matchAll` copies its pattern. */
function matchesIn(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) === -1 ? [] : text.matchAll(pattern);
}

function wordsFor(found: string): string {
  if (found === '[object Object]') return 'An object was printed as [object Object].';
  return /^(?:NaN|Invalid Date)$/.test(found)
    ? `A value that is none was printed as ${found}.`
    : `${found} was not replaced.`;
}

function reportMissing(address: string, place: TextPlace, findings: Findings): void {
  for (const { 0: found, index } of matchesIn(address, missingValue)) {
    add(`An address contains ${found}.`, index, place, findings);
  }
}

function add(what: string, index: number, { part, lines, start }: TextPlace, findings: Findings): void {
  findings.add({ check: 'unresolved-variable', part, what, places: [lines.at(start + index)] });
}
