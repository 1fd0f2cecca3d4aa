import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { More, shown, Source } from '../parts/source.tsx';
import { colouredLines } from './html-tokens.ts';

/** Characters of a source that get colours, so that the page stays quick. */
const coloured = 100_000;

/** HTML source with its tags, attributes and comments in colours. */
export function HtmlSource({ html }: { readonly html: string }) {
  const lines = useMemo(() => colouredLines(html.slice(0, coloured)), [html]);
  return (
    <>
      <Source
        text={
          <>
            {lines.map((pieces, line) => (
              <Fragment key={line}>
                {pieces.map(({ text, kind }) => (kind ? <span class={`code-${kind}`}>{text}</span> : text))}
                {line < lines.length - 1 && '\n'}
              </Fragment>
            ))}
            {html.slice(coloured, shown)}
          </>
        }
      />
      <More text={html} />
    </>
  );
}
