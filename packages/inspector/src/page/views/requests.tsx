import { useState } from 'preact/hooks';
import type { JournalEntry, RequestsAnswer } from '../control-types.ts';
import { query } from '../control-plane.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, SearchField } from '../parts/form.tsx';
import { Fact } from '../parts/fact.tsx';
import { Json } from '../parts/json.tsx';
import { Problem } from '../parts/problem.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { Pairs } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { useListWasShown, useIsNewRow } from '../new-rows.ts';
import { useAction, useAnswer, useSandbox } from '../sandbox-context.ts';
import { useOperationNames } from '../operation-names.ts';
import { dateAndTime, duration, shortTime } from '../format.ts';

/** The request journal, newest first. */
export function Requests({ item }: { readonly item: string | undefined }) {
  const [operation, setOperation] = useState('');
  const [q, setQ] = useState('');
  const [kind, setKind] = useState('');
  const names = useOperationNames();
  const act = useAction();
  const { answer, problem } = useAnswer<RequestsAnswer>(`/requests${query({ operation })}`);
  const wasShown = useListWasShown(answer !== undefined);
  const shown = answer?.requests.filter((entry) => matches(entry, q) && isOfKind(entry, kind)) ?? [];
  const chosen = answer?.requests.find(({ requestId }) => requestId === item);
  return (
    <SplitView
      view="requests"
      name="Requests"
      tools={
        <>
          <SearchField label="Search requests" value={q} onChange={setQ} />
          <Select
            label="Operation"
            value={operation}
            options={[['', 'All operations'], ...names]}
            onChange={setOperation}
          />
          <Select
            label="Outcome"
            value={kind}
            options={[
              ['', 'All outcomes'],
              ['ok', 'Successes'],
              ['error', 'Errors'],
              ['fault', 'Faults'],
            ]}
            onChange={setKind}
          />
          <ConfirmButton
            label="Clear"
            question="Clear all?"
            onConfirm={() => void act('/requests', { method: 'DELETE', done: 'All requests deleted' })}
          />
        </>
      }
      list={
        <>
          <Problem text={problem} />
          <ul class="rows">
            {shown.map((entry) => (
              <Row key={entry.sequence} entry={entry} isChosen={entry === chosen} isNew={wasShown.current} />
            ))}
          </ul>
          {answer && shown.length === 0 && (
            <EmptyState title={answer.total === 0 ? 'No requests yet' : 'No matches'}>
              <p>Calls to the API under /api/v1 and uploads appear here, with API keys redacted.</p>
            </EmptyState>
          )}
        </>
      }
      detail={
        item === undefined ? undefined : chosen ? (
          <Detail key={item} entry={chosen} />
        ) : answer ? (
          <p class="hint">This request is no longer in the journal.</p>
        ) : (
          ''
        )
      }
    />
  );
}

function matches(entry: JournalEntry, q: string): boolean {
  const { method, path, query: asked, code, requestId, operation, body } = entry;
  const text = [method, path, asked, code, requestId, operation, JSON.stringify(body)].join(' ');
  return text.toLowerCase().includes(q.toLowerCase());
}

function isOfKind({ status, fault }: JournalEntry, kind: string): boolean {
  if (kind === 'fault') return fault !== undefined;
  if (kind === 'ok') return status !== undefined && status < 400;
  return kind === '' || status === undefined || status >= 400;
}

function Row({
  entry,
  isChosen,
  isNew,
}: {
  readonly entry: JournalEntry;
  readonly isChosen: boolean;
  readonly isNew: boolean;
}) {
  const wasNew = useIsNewRow(isNew);
  const { clock } = useSandbox();
  const { requestId, operation, method, path, query: asked, status, code, fault, at, durationMs } = entry;
  return (
    <li class={wasNew ? 'new' : ''}>
      <a href={hrefOf('requests', requestId)} aria-current={isChosen}>
        <span class="row-line">
          <span class="row-title">{operation ?? 'unknown endpoint'}</span>
          <time dateTime={at} title={at}>
            {shortTime(at, clock?.now)}
          </time>
        </span>
        <span class="row-line">
          <span class="row-text mono">
            {method} {path.replace('/api/v1', '')}
            {asked}
          </span>
          <span class="muted">{duration(durationMs)}</span>
          {fault !== undefined && <Badge text="fault" tone="warn" />}
          <span title={code}>
            <StatusBadge status={status} />
          </span>
        </span>
      </a>
    </li>
  );
}

function Detail({ entry }: { readonly entry: JournalEntry }) {
  const { accounts } = useSandbox();
  const { operation, method, path, query: asked, status, code, body, headers } = entry;
  const domain = accounts.find(({ id }) => id === entry.accountId)?.domain.name;
  const asks = [...new URLSearchParams(asked)];
  return (
    <article class="request" aria-label={operation ?? path}>
      <header>
        <div class="title">
          <h1>{operation ?? 'Unknown endpoint'}</h1>
          <StatusBadge status={status} />
          {code !== undefined && <code>{code}</code>}
          {entry.fault !== undefined && <Badge text="fault" tone="warn" />}
        </div>
        <p class="mono break">
          {method} {path}
          {asked}
        </p>
        <dl class="facts">
          <Fact name="Answered" value={dateAndTime(entry.at)} />
          <Fact name="Duration" value={duration(entry.durationMs)} />
          <Fact name="Account" value={domain ?? 'none (not authenticated)'} />
          <Fact name="Request id" value={entry.requestId} class="mono" />
          <Fact name="Fault" value={entry.fault} class="mono" />
        </dl>
        {entry.clientFault !== undefined && (
          <p class="problem">
            The client sent its API key to the upload URL. Leave the key out: the URL needs none.
          </p>
        )}
      </header>
      {asks.length > 0 && (
        <section>
          <h2>Query</h2>
          <Pairs rows={asks} />
        </section>
      )}
      <section>
        <h2>Body</h2>
        {body === undefined ? (
          <p class="hint">No body recorded: it was empty, not JSON, not read, or over 64 KiB.</p>
        ) : (
          <Json value={body} />
        )}
      </section>
      <section>
        <h2>Headers</h2>
        <Pairs rows={Object.entries(headers)} />
      </section>
    </article>
  );
}
