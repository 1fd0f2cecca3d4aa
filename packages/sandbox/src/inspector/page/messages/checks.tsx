import { useState } from 'preact/hooks';
import type { AnswerOf, Finding, Message } from '../control-types.ts';
import { call } from '../control-plane.ts';
import { counted, fileSize } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { Problem, Skeleton } from '../parts/blocks.tsx';
import { type Answered, useRead } from '../sandbox-context.ts';
import { CheckedSource } from './checked-source.tsx';

type Found = AnswerOf<'checkMessage'>;

/** Checks a message once: unlike its status, its content does not change. */
export function useChecks(id: string): Answered<Found> {
  return useRead((caller, signal) => call(caller, 'checkMessage', { id }, { signal }), [id]);
}

/** The number for the tab: errors and warnings. */
export function countOf({ answer }: Answered<Found>): number {
  return answer ? answer.counts.error + answer.counts.warning : 0;
}

interface ChecksProps {
  readonly message: Message;
  readonly checks: Answered<Found>;
}

/** What the checks of a message found, by check and in the source. */
export function Checks({ message, checks: { answer, problem } }: ChecksProps) {
  const [withAdvice, setWithAdvice] = useState(false);
  if (problem !== undefined) return <Problem text={problem} />;
  if (!answer) return <Skeleton />;
  const { counts, findings, htmlBytes, clippedBytes, clients, supportDate } = answer;
  const shown = findings.filter(({ severity }) => withAdvice || severity !== 'advice');
  const groups = [...Map.groupBy(shown, ({ check, severity }) => `${check} ${severity}`).values()];
  return (
    <div class="checks">
      <div class="checks-summary row">
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
      {groups.map((group) => (
        <Group key={`${group[0]?.check} ${group[0]?.severity}`} findings={group} />
      ))}
      {message.html !== undefined &&
        shown.some(({ part, line }) => part === 'html' && line !== undefined) && (
          <CheckedSource html={message.html} findings={shown.filter(({ part }) => part === 'html')} />
        )}
    </div>
  );
}

function Group({ findings }: { readonly findings: readonly Finding[] }) {
  const [first] = findings;
  if (!first) return null;
  return (
    <section class="check-group">
      <h2 class="row">
        <Badge text={first.severity} />
        {first.title}
        <code class="muted">{first.check}</code>
      </h2>
      <p class="muted">{first.reason}</p>
      <ul>
        {findings.map((finding) => (
          <li key={finding.message} dir="auto">
            {finding.message} <Place finding={finding} />
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
function Place({ finding: { part, line, count } }: { readonly finding: Finding }) {
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
