import type { Findings } from './findings.ts';
import type { Element, HtmlSource } from './html-source.ts';

/** Checks what people with a screen reader need, as far as the source shows it. */
export function checkAccessibility(source: HtmlSource, findings: Findings): void {
  const { elements } = source;
  for (const element of elements) {
    const { name, attributes } = element;
    const isHidden = attributes.get('aria-hidden')?.value === 'true' || isPresentation(element);
    if (name === 'img' && !attributes.has('alt') && !isHidden) {
      findings.add({ check: 'image-alt', what: 'An image has no alt text.', offsets: [element.offset] });
    }
  }
  checkLanguage(source, findings);
  const withHeaders = new Set(elements.filter(isOfData).map(({ table }) => table));
  for (const table of elements) {
    if (table.name === 'table' && !withHeaders.has(table) && !table.attributes.has('role')) {
      const what = 'A table without headers has no role.';
      findings.add({ check: 'table-role', what, offsets: [table.offset] });
    }
  }
  let last = 0;
  for (const heading of elements) {
    const level = Number(/^h([1-6])$/.exec(heading.name)?.[1] ?? Number.NaN);
    if (Number.isNaN(level)) continue;
    if (last > 0 && level > last + 1) {
      const what = `A heading <h${level}> follows <h${last}>.`;
      findings.add({ check: 'heading-order', what, offsets: [heading.offset] });
    }
    last = level;
  }
}

/** The language may be set on `<html>`, on `<body>`, or on the elements around all text. */
function checkLanguage({ elements, texts }: HtmlSource, findings: Findings): void {
  const outermost =
    elements.find(({ name }) => name === 'html') ?? elements.find(({ name }) => !inHead.has(name));
  const hasText = texts.some(({ source, outer }) => source.trim() !== '' && !inHead.has(outer?.name ?? ''));
  if (!hasText) return;
  const candidates = elements.filter(
    (element) => element === outermost || element.name === 'body' || element.name === 'html',
  );
  if (candidates.some(({ attributes }) => attributes.get('lang')?.value.trim())) return;
  const offsets = outermost ? [outermost.offset] : [];
  findings.add({ check: 'language-missing', what: 'The language of the text is not stated.', offsets });
}

const inHead: ReadonlySet<string> = new Set(['head', 'title', 'meta', 'style', 'link', 'base', 'script']);

function isOfData({ name, attributes }: Element): boolean {
  return (
    name === 'th' || name === 'caption' || name === 'thead' || (name === 'td' && attributes.has('scope'))
  );
}

function isPresentation({ attributes }: Element): boolean {
  const role = attributes.get('role')?.value;
  return role === 'presentation' || role === 'none';
}
