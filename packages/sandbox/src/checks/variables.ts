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
    if (parent !== 'style' && parent !== 'script') report(source, 'html', lines, offset, findings);
  }
  for (const { attributes } of elements) {
    for (const name of shown) {
      const attribute = attributes.get(name);
      if (!attribute) continue;
      report(attribute.value, 'html', lines, attribute.offset, findings);
      if (name === 'href' || name === 'src')
        reportMissing(attribute.value, 'html', lines, attribute.offset, findings);
    }
  }
}

/** Finds placeholders in plain text, or in the subject. */
export function checkTextVariables(text: string, part: 'text' | 'subject', findings: Findings): void {
  const lines = new Lines(text);
  report(text, part, lines, 0, findings);
  for (const { 0: address, index } of text.matchAll(addressInText)) {
    reportMissing(address, part, lines, index, findings);
  }
}

/** Whether an address has a placeholder: its form says nothing before that is filled in. */
export function hasVariable(element: Element, attribute: string): boolean {
  return (element.attributes.get(attribute)?.value ?? '').search(placeholder) !== -1;
}

function report(text: string, part: Finding['part'], lines: Lines, start: number, findings: Findings): void {
  for (const { 0: found, index } of text.matchAll(placeholder)) {
    const what = found.startsWith('[')
      ? 'An object was printed as [object Object].'
      : `${found} was not replaced.`;
    findings.add('unresolved-variable', part, what, [lines.at(start + index)]);
  }
}

function reportMissing(
  address: string,
  part: Finding['part'],
  lines: Lines,
  start: number,
  findings: Findings,
): void {
  for (const { 0: found, index } of address.matchAll(missingValue)) {
    const what = `An address contains ${found}.`;
    findings.add('unresolved-variable', part, what, [lines.at(start + index)]);
  }
}
