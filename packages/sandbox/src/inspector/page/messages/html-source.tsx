import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { LongSource } from '../parts/source.tsx';

/** HTML source, indented on request. */
export function HtmlSource({ html }: { readonly html: string }) {
  const [isIndented, indent] = useState(false);
  const shown = useMemo(() => (isIndented ? indented(html) : html), [html, isIndented]);
  return (
    <>
      <div class="loose row">
        <Checkbox label="Indented" checked={isIndented} onChange={indent} />
        <CopyButton text={shown} label="Copy HTML" />
      </div>
      <LongSource text={shown} />
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
