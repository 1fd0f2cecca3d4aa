import type { Finding, Findings } from './findings.ts';
import type { Element, HtmlSource } from './html-source.ts';
import { Lines } from './lines.ts';

/** Placeholders of common template languages: `{{name}}`, `{% if %}`, `<%= name %>`, `${name}`, `*|NAME|*`, `%%name%%`. */
const placeholder =
  /\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}|<%[^<>\n]{0,200}%>|\$\{[^{}\n]{1,200}\}|\*\|[\w:. -]{1,100}\|\*|%%\w{1,100}%%|\[object Object\]/g;

/** A missing value that became text in an address: `?token=undefined`. A sentence may end after it. */
const missingValue = /(?<=[/=])(?:undefined|null|NaN)(?=[.,;:!?)\]]*$|[/?&#])/g;

const addressInText = /https?:\/\/[^\s<>"]+/gi;

/** Attributes in which a placeholder reaches the recipient. */
const shown = ['href', 'src', 'alt', 'title', 'aria-label', 'background'];

/** Finds placeholders in the HTML that the recipient would read or follow. */
export function checkHtmlVariables({ elements, texts }: HtmlSource, lines: Lines, findings: Findings): void {
  for (const { source, offset, parent } of texts) {
    if (parent !== 'style' && parent !== 'script')
      report(source, { part: 'html', lines, start: offset }, findings);
  }
  for (const { attributes } of elements) {
    for (const name of shown) {
      const attribute = attributes.get(name);
      if (!attribute) continue;
      const place = { part: 'html', lines, start: attribute.offset } as const;
      report(attribute.value, place, findings);
      if (name === 'href' || name === 'src') reportMissing(attribute.value, place, findings);
    }
  }
}

/** Finds placeholders in plain text, or in the subject. */
export function checkTextVariables(text: string, part: 'text' | 'subject', findings: Findings): void {
  const lines = new Lines(text);
  report(text, { part, lines, start: 0 }, findings);
  for (const { 0: address, index } of text.matchAll(addressInText)) {
    reportMissing(address, { part, lines, start: index }, findings);
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
}

function report(text: string, { part, lines, start }: TextPlace, findings: Findings): void {
  for (const { 0: found, index } of text.matchAll(placeholder)) {
    const what = found.startsWith('[')
      ? 'An object was printed as [object Object].'
      : `${found} was not replaced.`;
    findings.add({ check: 'unresolved-variable', part, what, places: [lines.at(start + index)] });
  }
}

function reportMissing(address: string, { part, lines, start }: TextPlace, findings: Findings): void {
  for (const { 0: found, index } of address.matchAll(missingValue)) {
    const what = `An address contains ${found}.`;
    findings.add({ check: 'unresolved-variable', part, what, places: [lines.at(start + index)] });
  }
}
