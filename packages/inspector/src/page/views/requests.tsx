import { useState } from 'preact/hooks';
import type { Journal, JournalEntry } from '../answers.ts';
import { query } from '../call.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { Choice, Search } from '../parts/form.tsx';
import { Fact } from '../parts/fact.tsx';
import { Json } from '../parts/json.tsx';
import { Problem } from '../parts/problem.tsx';
import { Split } from '../parts/split.tsx';
import { Pairs } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { useArrivals, useIsNew } from '../arrivals.ts';
import { useAction, useAnswer, useSandbox } from '../sandbox.ts';
import { useOperationNames } from '../operation-names.ts';
import { dateAndTime, length, shortTime } from '../times.ts';

/** The request journal, newest first. */
export function Requests({ item }: { readonly item: string | undefined }) {
  const [operation, setOperation] = useState('');
  const [q, setQ] = useState('');
  const [kind, setKind] = useState('');
  const names = useOperationNames();
  const act = useAction();
  const { answer, problem } = useAnswer<Journal>(`/requests${query({ operation })}`);
  const arrivals = useArrivals(answer !== undefined);
  const shown = answer?.requests.filter((entry) => matches(entry, q) && isOfKind(entry, kind)) ?? [];
  const chosen = answer?.requests.find(({ requestId }) => requestId === item);
  return (
    <Split
      view="requests"
      name="Requests"
      tools={
        <>
          <Search label="Search requests" value={q} onChange={setQ} />
          <Choice
            label="Operation"
            value={operation}
            options={[['', 'All operations'], ...names]}
            onChange={setOperation}
          />
          <Choice
            label="Outcome"
            value={kind}
            options={[
              ['', 'All answers'],
              ['ok', 'Successes'],
              ['error', 'Errors'],
              ['fault', 'Faults'],
            ]}
            onChange={setKind}
          />
          <Confirm
            label="Clear"
            question="Clear all?"
            onConfirm={() => void act('/requests', { method: 'DELETE', done: 'The journal is empty' })}
          />
        </>
      }
      list={
        <>
          <Problem text={problem} />
          <ul class="rows">
            {shown.map((entry) => (
              <Row key={entry.sequence} entry={entry} isChosen={entry === chosen} isNew={arrivals.current} />
            ))}
          </ul>
          {answer && shown.length === 0 && (
            <Empty title={answer.total === 0 ? 'No requests yet' : 'Nothing matches'}>
              <p>Calls to the API under /api/v1 and uploads are listed here, with their keys redacted.</p>
            </Empty>
          )}
        </>
      }
      detail={
        item === undefined ? undefined : chosen ? (
          <Detail key={item} entry={chosen} />
        ) : answer ? (
          <p class="hint">The journal no longer has this request.</p>
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
  const wasNew = useIsNew(isNew);
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
          <span class="muted">{length(durationMs)}</span>
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
          <Fact name="Took" value={length(entry.durationMs)} />
          <Fact name="Account" value={domain ?? 'none: not authenticated'} />
          <Fact name="Request id" value={entry.requestId} class="mono" />
          <Fact name="Fault" value={entry.fault} class="mono" />
        </dl>
        {entry.clientFault !== undefined && (
          <p class="problem">The client sent its API key to the upload URL, which needs none.</p>
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
          <p class="hint">No JSON body, or one that was not read or is over 64 KiB.</p>
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
