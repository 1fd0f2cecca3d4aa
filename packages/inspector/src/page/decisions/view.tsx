import { useEffect } from 'preact/hooks';
import type { AnswerOf, Decision } from '../control-types.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { SearchField, Select } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { TextWithCode } from '../parts/text-with-code.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useAnswer } from '../sandbox-context.ts';

/** Colours of the standings, in order of precedence. */
const tones: Readonly<Record<Decision['standing'], string>> = {
  contradicted: 'warn',
  observed: 'good',
  documented: 'info',
  assumed: 'plain',
};

/** The decisions: what the API documentation leaves open, what the sandbox does about it, and how sure that is. */
export function Decisions({ item }: { readonly item: string | undefined }) {
  const [q, setQ] = useParam('q');
  const [standing, setStanding] = useParam('standing');
  const { answer, problem } = useAnswer<AnswerOf<'getDecisions'>>('/decisions');
  const wire = useAnswer<AnswerOf<'getWire'>>('/wire');
  const inForce: Readonly<Record<string, string>> = { ...wire.answer };
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = answer?.decisions.filter((decision) => {
    const text = JSON.stringify(decision).toLowerCase();
    return (standing === '' || decision.standing === standing) && words.every((word) => text.includes(word));
  });
  const counted = Object.keys(tones).map((word) => {
    const count = answer?.decisions.filter((decision) => decision.standing === word).length ?? 0;
    return [word, `${word} (${count})`] as const;
  });
  useEffect(() => {
    if (item !== undefined) document.getElementById(`decision-${item}`)?.scrollIntoView({ block: 'start' });
  }, [item, answer === undefined]);
  return (
    <>
      <div class="head">
        <h1>Decisions</h1>
        <SearchField label="Search decisions" value={q} onChange={setQ} />
        <Select
          label="Standing"
          value={standing}
          options={[['', 'Any standing'], ...counted]}
          onChange={setStanding}
        />
        {shown && <span class="muted">{shown.length}</span>}
      </div>
      <p class="lead">
        The API documentation has gaps and contradictions. Here is what the sandbox does about each, and how
        sure that is.
      </p>
      <Problem text={problem} />
      {shown?.length === 0 && <EmptyState title="No matches" />}
      <div class="ledger">
        {shown?.map((decision) => (
          <Entry
            key={decision.id}
            decision={decision}
            value={decision.wire && inForce[decision.wire.option]}
            isOpen={decision.id === item}
          />
        ))}
      </div>
    </>
  );
}

function Entry({
  decision,
  value,
  isOpen,
}: {
  readonly decision: Decision;
  /** Value in force of its wire option; `undefined` if it has no option or the value is not known yet. */
  readonly value: string | undefined;
  readonly isOpen: boolean;
}) {
  const { id, title, slug, document: source, options, answer, client, wire, evidence, standing } = decision;
  return (
    <details id={`decision-${id}`} open={isOpen}>
      <summary>
        <span class="mono muted">{id}</span> <TextWithCode text={title} />{' '}
        <Badge text={standing} tone={tones[standing]} />
      </summary>
      <dl>
        <dt>Documentation</dt>
        <dd>
          <TextWithCode text={source} />
        </dd>
        {options && (
          <>
            <dt>Options</dt>
            <dd>
              <TextWithCode text={options.join(' / ')} />
            </dd>
          </>
        )}
        <dt>Sandbox</dt>
        <dd>
          <TextWithCode text={answer} />
        </dd>
        {client !== undefined && (
          <>
            <dt>Client</dt>
            <dd>
              <TextWithCode text={client} />
            </dd>
          </>
        )}
        {wire && (
          <>
            <dt>Wire option</dt>
            <dd>
              <a href={hrefOf('wire')}>
                <code>{wire.option}</code>
              </a>
              : {wire.values.join(', ')}. <TextWithCode text={wire.meaning} />
              {value !== undefined && (
                <>
                  {' '}
                  In force: <strong>{value}</strong>.
                </>
              )}
            </dd>
          </>
        )}
        <dt>Evidence</dt>
        <dd>
          <ul class="evidence">
            {evidence.map((finding, at) => (
              <Finding key={at} finding={finding} />
            ))}
          </ul>
        </dd>
        <dt>Name</dt>
        <dd class="mono muted">{slug}</dd>
      </dl>
    </details>
  );
}

function Finding({ finding }: { readonly finding: Decision['evidence'][number] }) {
  const { kind, note } = finding;
  return (
    <li>
      <Badge text={kind} tone={tones[kind]} />{' '}
      {kind === 'assumed' ? (
        <span>Nothing answers the question; this is Mailrig’s choice.</span>
      ) : (
        <TextWithCode text={`${finding.source}${'date' in finding ? ` (${finding.date})` : ''}.`} />
      )}{' '}
      {'seen' in finding && <TextWithCode text={finding.seen} />}
      {note !== undefined && (
        <span class="muted">
          {' '}
          <TextWithCode text={note} />
        </span>
      )}
    </li>
  );
}
