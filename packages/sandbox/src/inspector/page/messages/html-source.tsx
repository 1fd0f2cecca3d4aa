import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { LongSource, partLength, textParts } from '../parts/source.tsx';

/** HTML source with its tags, attributes and comments in colours, indented on request. */
export function HtmlSource({ html }: { readonly html: string }) {
  const [isIndented, indent] = useState(false);
  const shown = useMemo(() => (isIndented ? indented(html) : html), [html, isIndented]);
  return (
    <>
      <div class="loose row">
        <Checkbox label="Indented" checked={isIndented} onChange={indent} />
        <CopyButton text={shown} label="Copy HTML" />
      </div>
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
      part.push(spanOf({ ...piece, text }));
      length += text.length;
      if (length < partLength) continue;
      yield part;
      part = [];
      length = 0;
    }
  }
  yield part;
}

/** A short piece of HTML source in colours. */
export function coloured(html: string): ComponentChildren {
  return [...colouredPieces(html)].map(spanOf);
}

function spanOf({ text, kind }: Piece): ComponentChildren {
  return kind ? <span class={`code-${kind}`}>{text}</span> : text;
}

/** A piece of HTML source in one colour. */
interface Piece {
  readonly text: string;
  readonly kind?: 'comment' | 'tag' | 'name' | 'string';
}

const outer = /<!--[^]*?(?:-->|$)|<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>?/gi;
const inner = /"[^"]*"|'[^']*'|[^\s"'=<>/!?]+/g;

/** HTML source in pieces with their colours. A part of the pieces takes time for that part only. */
function* colouredPieces(source: string): Generator<Piece> {
  let end = 0;
  for (const { index, text, kind } of tokensIn(source)) {
    if (index > end) yield { text: source.slice(end, index) };
    yield { text, kind };
    end = index + text.length;
  }
  if (end < source.length) yield { text: source.slice(end) };
}

/** What has a colour, with its offset. */
function* tokensIn(source: string): Generator<Required<Piece> & { readonly index: number }> {
  for (const { 0: match, index } of source.matchAll(outer)) {
    if (match.startsWith('<!--')) {
      yield { index, text: match, kind: 'comment' };
      continue;
    }
    let word: 'tag' | 'name' = 'tag';
    for (const { 0: text, index: at } of match.matchAll(inner)) {
      const isString = /^["']/.test(text);
      yield { index: index + at, text, kind: isString ? 'string' : word };
      if (!isString) word = 'name';
    }
  }
}
