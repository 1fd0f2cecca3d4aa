import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Finding } from '../control-types.ts';
import { counted } from '../format.ts';
import { colouredLines, type Piece } from './html-tokens.ts';
import { toneOf } from '../parts/badge.tsx';

/** Sources with more lines are shown around their findings only. */
const shownWhole = 400;
/** Lines around a finding in a longer source. */
const around = 3;
/** Characters of a line that are shown. */
const shownCharacters = 400;

interface CheckedSourceProps {
  readonly html: string;
  readonly findings: readonly Finding[];
}

/** HTML source with its lines marked, and each finding below the first line it is about. */
export function CheckedSource({ html, findings }: CheckedSourceProps) {
  const lines = useMemo(() => colouredLines(html), [html]);
  const marks = useMemo(() => marksOf(findings), [findings]);
  const shown = lines
    .map((pieces, index) => ({ pieces, line: index + 1 }))
    .filter(({ line }) => lines.length <= shownWhole || isNear(line, marks));
  return (
    <ol class="checked-source box" aria-label="HTML source with its findings">
      {shown.map(({ pieces, line }, index) => {
        const mark = marks.get(line);
        const before = shown[index - 1]?.line ?? 0;
        return (
          <Fragment key={line}>
            {line > before + 1 && <Gap count={line - before - 1} />}
            <li id={`source-line-${line}`} tabIndex={-1} class={mark && `marked ${mark.tone}`}>
              <span class="number fine">{line}</span>
              <code>{piecesWithin(pieces)}</code>
              {mark && mark.notes.length > 0 && (
                <ul class="notes">
                  {mark.notes.map((finding) => (
                    <li key={`${finding.check} ${finding.message}`} class={toneOf(finding.severity)}>
                      {excerpt(pieces, finding.column)}
                      {finding.message}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          </Fragment>
        );
      })}
      {lines.length > (shown.at(-1)?.line ?? 0) && <Gap count={lines.length - (shown.at(-1)?.line ?? 0)} />}
    </ol>
  );
}

function Gap({ count }: { readonly count: number }) {
  return <li class="gap">{counted(count, 'line')}</li>;
}

interface LineMark {
  /** Colour of the most severe finding. */
  readonly tone: string;
  /** The findings that begin on the line. */
  readonly notes: Finding[];
}

/** The marks of the lines. The findings come with the most severe first. */
function marksOf(findings: readonly Finding[]): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>();
  for (const finding of findings) {
    for (const [index, { line }] of finding.places.entries()) {
      const mark = marks.get(line) ?? { tone: toneOf(finding.severity), notes: [] };
      marks.set(line, mark);
      if (index === 0) mark.notes.push(finding);
    }
  }
  return marks;
}

function isNear(line: number, marks: ReadonlyMap<number, LineMark>): boolean {
  for (let near = line - around; near <= line + around; near++) if (marks.has(near)) return true;
  return false;
}

function piecesWithin(pieces: readonly Piece[]) {
  let left = shownCharacters;
  const spans = [];
  for (const { text, kind } of pieces) {
    if (left <= 0) break;
    const part = text.slice(0, left);
    spans.push(kind ? <span class={`code-${kind}`}>{part}</span> : part);
    left -= text.length;
  }
  return left < 0 ? [...spans, '…'] : spans;
}

/** What is around a column that the line does not show. */
function excerpt(pieces: readonly Piece[], column = 1) {
  if (column < shownCharacters - 40) return null;
  const text = pieces.map((piece) => piece.text).join('');
  return <code>{`…${text.slice(Math.max(0, column - 31), column + 89)}…`}</code>;
}
