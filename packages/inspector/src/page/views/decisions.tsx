import { useEffect, useState } from 'preact/hooks';
import type { Decision } from '../answers.ts';
import { Empty } from '../parts/empty.tsx';
import { Search } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Prose } from '../parts/prose.tsx';
import { hrefOf } from '../route.ts';
import { useAnswer } from '../sandbox.ts';

/** The ledger: what the API's document leaves open, and what the sandbox does. */
export function Decisions({ item }: { readonly item: string | undefined }) {
  const [q, setQ] = useState('');
  const { answer, problem } = useAnswer<{ readonly decisions: readonly Decision[] }>('/decisions');
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
        <Search label="Search the ledger" value={q} onChange={setQ} />
        {shown && <span class="muted">{shown.length}</span>}
      </div>
      <p class="lead">
        What the API’s document leaves open or says twice, and what the sandbox does about it.
      </p>
      <Problem text={problem} />
      {shown?.length === 0 && <Empty title="Nothing matches" />}
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
        <span class="mono muted">{id}</span> <Prose text={title} />
      </summary>
      <dl>
        <dt>Document</dt>
        <dd>
          <Prose text={source} />
        </dd>
        {options && (
          <>
            <dt>Options</dt>
            <dd>
              <Prose text={options.join(' / ')} />
            </dd>
          </>
        )}
        <dt>Sandbox</dt>
        <dd>
          <Prose text={answer} />
        </dd>
        {client !== undefined && (
          <>
            <dt>Client</dt>
            <dd>
              <Prose text={client} />
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
              : {wire.values.join(', ')}. <Prose text={wire.meaning} />
            </dd>
          </>
        )}
        <dt>Name</dt>
        <dd class="mono muted">{slug}</dd>
      </dl>
    </details>
  );
}
