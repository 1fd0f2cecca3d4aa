import type { Element, HtmlSource } from './html-source.ts';

/** Finds the elements whose attribute `style` sets the size of a text that recipients see. */
export function sizersIn({ elements, texts }: HtmlSource): ReadonlySet<Element> {
  const sizers = new Map<Element | undefined, Element>();
  const hidden = new Set<Element | undefined>();
  for (const element of elements) {
    const { name, attributes, outer } = element;
    const style = attributes.get('style')?.value ?? '';
    if (hides.test(style) || unreadable.has(name) || hidden.has(outer)) hidden.add(element);
    const sizer = setsSize.test(style) ? element : sizers.get(outer);
    if (sizer) sizers.set(element, sizer);
  }
  const found = texts.flatMap(({ source, outer }) =>
    hidden.has(outer) || blank.test(source) ? [] : (sizers.get(outer) ?? []),
  );
  return new Set(found);
}

const setsSize = /(?:^|[;\s])font(?:-size)?\s*:/i;

const hides = /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide/i;

const unreadable: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title']);

/** Text that keeps a cell open and shows nothing. */
const blank =
  /^(?:\s|[\u034f\u200b-\u200f\u2060\ufeff]|&(?:nbsp|zwnj|zwj|shy|ensp|emsp|thinsp|hairsp|numsp|#(?:819[2-9]|820[0-7]|8288|65279|847|160|173)|#x(?:200[\da-f]|2060|feff|34f|a0|ad));?)*$/i;
