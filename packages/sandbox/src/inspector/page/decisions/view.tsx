import { standings } from '@mailrig/contract';
import { useEffect } from 'preact/hooks';
import type { Decision } from '../control-types.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { ParamSearch, ParamSelect } from '../parts/form.tsx';
import { Head, TextWithCode } from '../parts/head.tsx';
import { Facts } from '../parts/item.tsx';
import { EmptyState, Problem } from '../parts/states.tsx';
import { useResponse } from '../reads.ts';

/** The decisions: what the API documentation leaves open, what the sandbox does about it, and how sure that is. */
export function Decisions({ item }: { readonly item: string | undefined }) {
  const { q = '', standing = '' } = model.route.params;
  const { response, problem } = useResponse('getDecisions');
  const wire = useResponse('getWire');
  const inForce: Readonly<Record<string, string>> = { ...wire.response };
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = response?.decisions.filter((decision) => {
    const text = JSON.stringify(decision).toLowerCase();
    return (standing === '' || decision.standing === standing) && words.every((word) => text.includes(word));
  });
  const counted = standings.map((word) => {
    const count = response?.decisions.filter((decision) => decision.standing === word).length ?? 0;
    return [word, `${word} (${count})`] as const;
  });
  useEffect(() => {
    if (item !== undefined) document.getElementById(`decision-${item}`)?.scrollIntoView({ block: 'start' });
  }, [item, response === undefined]);
  return (
    <>
      <Head
        title="Decisions"
        lead="The API documentation has gaps and contradictions. Here is what the sandbox does about each, and how sure that is."
      >
        <ParamSearch label="Search decisions" />
        <ParamSelect name="standing" label="Standing" all="Any standing" options={counted} />
        {shown && <span class="muted">{shown.length}</span>}
      </Head>
      <Problem text={problem} />
      {shown?.length === 0 && <EmptyState title="No matches" />}
      <div class={shown?.length ? 'plain-rows box' : ''}>
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

interface EntryProps {
  readonly decision: Decision;
  /** Value in force of its wire option; `undefined` if it has no option or the value is not known yet. */
  readonly value: string | undefined;
  readonly isOpen: boolean;
}

function Entry({ decision, value, isOpen }: EntryProps) {
  const { id, title, slug, document: source, options, answer, client, wire, evidence, standing } = decision;
  return (
    <details id={`decision-${id}`} open={isOpen}>
      <summary>
        <span class="mono muted">{id}</span> <TextWithCode text={title} /> <Badge text={standing} />
      </summary>
      <Facts
        class="terms"
        rows={{
          Documentation: <TextWithCode text={source} />,
          Options: options && <TextWithCode text={options.join(' / ')} />,
          Sandbox: <TextWithCode text={answer} />,
          Client: client && <TextWithCode text={client} />,
          'Wire option': wire && (
            <>
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
            </>
          ),
          Evidence: (
            <ul class="evidence stack">
              {evidence.map((finding, at) => (
                <Finding key={at} finding={finding} />
              ))}
            </ul>
          ),
          Name: <span class="mono muted">{slug}</span>,
        }}
      />
    </details>
  );
}

function Finding({ finding }: { readonly finding: Decision['evidence'][number] }) {
  const { kind, note } = finding;
  return (
    <li>
      <Badge text={kind} />{' '}
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
