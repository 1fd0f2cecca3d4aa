import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Checkbox } from '../parts/form.tsx';
import { LongSource, partLength, textParts } from '../parts/source.tsx';
import { colouredPieces } from './html-tokens.ts';

/** HTML source with its tags, attributes and comments in colours, indented on request. */
export function HtmlSource({ html }: { readonly html: string }) {
  const [isIndented, indent] = useState(false);
  const shown = useMemo(() => (isIndented ? indented(html) : html), [html, isIndented]);
  return (
    <>
      <Checkbox label="Indented" checked={isIndented} onChange={indent} />
      <LongSource text={shown} partsOf={colouredParts} />
    </>
  );
}

/** Elements without an end. */
const single = /^<(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr|!|\?)/i;

/** HTML with each tag and each text on a line of its own. */
function indented(html: string): string {
  let depth = 0;
  const lines: string[] = [];
  for (const piece of html.split(/(?<=>)|(?=<)/)) {
    const text = piece.trim();
    if (text === '') continue;
    if (text.startsWith('</')) depth = Math.max(0, depth - 1);
    lines.push(`${'  '.repeat(Math.min(depth, 20))}${text}`);
    if (/^<[a-z]/i.test(text) && !single.test(text) && !text.endsWith('/>')) depth += 1;
  }
  return lines.join('\n');
}

function* colouredParts(html: string): Generator<ComponentChildren> {
  let part: ComponentChildren[] = [];
  let length = 0;
  for (const piece of colouredPieces(html)) {
    for (const text of textParts(piece.text)) {
      part.push(piece.kind ? <span class={`code-${piece.kind}`}>{text}</span> : text);
      length += text.length;
      if (length < partLength) continue;
      yield part;
      part = [];
      length = 0;
    }
  }
  yield part;
}
