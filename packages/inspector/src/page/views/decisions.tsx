import { useEffect, useState } from 'preact/hooks';
import type { Decision, DecisionsAnswer } from '../control-types.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { SearchField } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { TextWithCode } from '../parts/text-with-code.tsx';
import { hrefOf } from '../route.ts';
import { useAnswer } from '../sandbox-context.ts';

/** The decisions: what the API documentation leaves open, and what the sandbox does about it. */
export function Decisions({ item }: { readonly item: string | undefined }) {
  const [q, setQ] = useState('');
  const { answer, problem } = useAnswer<DecisionsAnswer>('/decisions');
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = answer?.decisions.filter((decision) => {
    const text = JSON.stringify(decision).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  useEffect(() => {
    if (item !== undefined) document.getElementById(`decision-${item}`)?.scrollIntoView({ block: 'start' });
  }, [item, answer === undefined]);
  return (
    <>
      <div class="head">
        <h1>Decisions</h1>
        <SearchField label="Search decisions" value={q} onChange={setQ} />
        {shown && <span class="muted">{shown.length}</span>}
      </div>
      <p class="lead">
        The API documentation has gaps and contradictions. Here is what the sandbox does about each.
      </p>
      <Problem text={problem} />
      {shown?.length === 0 && <EmptyState title="No matches" />}
      <div class="ledger">
        {shown?.map((decision) => (
          <Entry key={decision.id} decision={decision} isOpen={decision.id === item} />
        ))}
      </div>
    </>
  );
}

function Entry({ decision, isOpen }: { readonly decision: Decision; readonly isOpen: boolean }) {
  const { id, title, slug, document: source, options, answer, client, wire } = decision;
  return (
    <details id={`decision-${id}`} open={isOpen}>
      <summary>
        <span class="mono muted">{id}</span> <TextWithCode text={title} />
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
            </dd>
          </>
        )}
        <dt>Name</dt>
        <dd class="mono muted">{slug}</dd>
      </dl>
    </details>
  );
}
