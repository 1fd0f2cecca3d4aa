import type { ComponentChildren } from 'preact';
import { LongSource, partLength, textParts } from '../parts/source.tsx';
import { colouredPieces } from './html-tokens.ts';

/** HTML source with its tags, attributes and comments in colours. */
export function HtmlSource({ html }: { readonly html: string }) {
  return <LongSource text={html} partsOf={colouredParts} />;
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
