import { useMemo, useState } from 'preact/hooks';
import { Fragment } from 'preact';
import type { ResponseOf, Finding } from '../control-types.ts';
import { counted, fileSize } from '../format.ts';
import { Badge, toneOf } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { colouredLines, type Piece } from './html-source.tsx';

interface ChecksProps {
  readonly html: string | undefined;
  readonly checks: ResponseOf<'checkMessage'>;
}

/** What the checks of a message found, by check and in the source. */
export function Checks({ html, checks }: ChecksProps) {
  const [withAdvice, setWithAdvice] = useState(false);
  const { counts, findings, htmlBytes, clippedBytes, clients, supportDate } = checks;
  const shown = findings.filter(({ severity }) => withAdvice || severity !== 'advice');
  const groups = [...Map.groupBy(shown, ({ check, severity }) => `${check} ${severity}`).values()];
  return (
    <div class="stack">
      <div class="loose row">
        <strong>{words(counts.error, 'error')}</strong>
        <strong>{words(counts.warning, 'warning')}</strong>
        {counts.advice > 0 && (
          <Checkbox
            label={`Show ${counts.advice} more as advice`}
            checked={withAdvice}
            onChange={setWithAdvice}
          />
        )}
        <span class="muted">
          {htmlBytes > 0 && `${fileSize(htmlBytes)} of the ${fileSize(clippedBytes)} that Gmail shows. `}
          {clients.length} mail clients, with data of {supportDate}.
        </span>
      </div>
      <div class="plain-rows">
        {groups.map((group) => (
          <Group key={`${group[0]?.check} ${group[0]?.severity}`} findings={group} />
        ))}
      </div>
      {html !== undefined && shown.some(({ part, line }) => part === 'html' && line !== undefined) && (
        <CheckedSource html={html} findings={shown.filter(({ part }) => part === 'html')} />
      )}
    </div>
  );
}

function Group({ findings }: { readonly findings: readonly Finding[] }) {
  const [first] = findings;
  if (!first) return null;
  return (
    <section>
      <h2 class="row">
        <Badge text={first.severity} />
        {first.title}
        <code class="muted">{first.check}</code>
      </h2>
      <p class="muted">{first.reason}</p>
      <ul>
        {findings.map((finding) => (
          <li key={finding.message} dir="auto">
            {finding.message} <FoundAt finding={finding} />
            {finding.url !== undefined && (
              <a href={finding.url} target="_blank" rel="noreferrer">
                {finding.feature}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A button that moves to the first line of a finding. */
function FoundAt({ finding: { part, line, count } }: { readonly finding: Finding }) {
  if (line === undefined) return null;
  const more = count > 1 ? ` and ${count - 1} more` : '';
  if (part !== 'html') return <span class="muted">{`line ${line} of the ${part}${more} `}</span>;
  const show = () => {
    const row = document.querySelector<HTMLElement>(`#source-line-${line}`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  };
  return <Button label={`line ${line}${more}`} class="link" onClick={show} />;
}

function words(count: number, noun: string): string {
  return count === 0 ? `No ${noun}s` : counted(count, noun);
}

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
function CheckedSource({ html, findings }: CheckedSourceProps) {
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
  return (
    <li class="gap muted">
      <span />
      {counted(count, 'line')}
    </li>
  );
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
