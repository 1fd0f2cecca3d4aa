import { useMemo, useState } from 'preact/hooks';
import type { ResponseOf, Finding } from '../control-types.ts';
import { counted, fileSize } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Checkbox } from '../parts/form.tsx';

interface ChecksProps {
  readonly html: string | undefined;
  readonly checks: ResponseOf<'checkMessage'>;
}

/** What the checks of a message found, by check, each with its line of the source. */
export function Checks({ html, checks }: ChecksProps) {
  const [withAdvice, setWithAdvice] = useState(false);
  const { counts, findings, htmlBytes, clippedBytes, clients, supportDate } = checks;
  const lines = useMemo(() => html?.split(/\r\n|\r|\n/) ?? [], [html]);
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
          <Group key={`${group[0]?.check} ${group[0]?.severity}`} findings={group} lines={lines} />
        ))}
      </div>
    </div>
  );
}

interface GroupProps {
  readonly findings: readonly Finding[];
  /** Of the HTML. */
  readonly lines: readonly string[];
}

function Group({ findings, lines }: GroupProps) {
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
            {finding.message} <span class="muted">{positionOf(finding)}</span>{' '}
            {finding.url !== undefined && (
              <a href={finding.url} target="_blank" rel="noreferrer">
                {finding.feature}
              </a>
            )}
            {finding.part === 'html' && finding.line !== undefined && (
              <code class="source-line box">{around(lines[finding.line - 1] ?? '', finding.column)}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a finding is first, and how often it occurs besides. */
function positionOf({ part, line, count }: Finding): string {
  if (line === undefined) return '';
  return `line ${line} of the ${part}${count > 1 ? ` and ${count - 1} more` : ''}`;
}

function words(count: number, noun: string): string {
  return count === 0 ? `No ${noun}s` : counted(count, noun);
}

/** Characters of a line that are shown. */
const most = 160;

/** A line of HTML; of a long one, what is around a column. */
function around(line: string, column = 1) {
  const start = line.length <= most ? 0 : Math.max(0, column - 61);
  const end = start + most;
  return [start > 0 && '…', line.slice(start, end), end < line.length && '…'];
}
