import type { AnswerOf, JournalEntry, RequestRow } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { RowList } from '../parts/row-list.tsx';
import { SearchBar, searchProblem, withoutUnfinished } from '../parts/search-bar.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { RequestDetail } from './detail.tsx';
import { setParams, useRoute } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useAction, useAnswer, useSandbox } from '../sandbox-context.ts';
import { useOperationNames } from '../operation-names.ts';
import { requestWords } from '../search-words.ts';
import { duration, shortTime } from '../format.ts';

const rowsOf = ({ requests }: AnswerOf<'listRequests'>) => requests;
const keyOf = ({ requestId }: RequestRow) => requestId;
const filters = ['q', 'operation', 'method', 'status', 'outcome', 'code', 'field'] as const;
const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/** The request journal, newest first. */
export function Requests({ item }: { readonly item: string | undefined }) {
  const { params } = useRoute();
  const filter = Object.fromEntries(filters.map((name) => [name, params[name] ?? '']));
  const { q = '', operation = '', method = '', status = '', outcome = '', code = '' } = filter;
  const names = useOperationNames();
  const act = useAction();
  const pages = useRowPages('/requests', { ...filter, q: withoutUnfinished(q) }, rowsOf, keyOf);
  const { rows, total, waiting, first, problem, isOld } = pages;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const choose = (name: (typeof filters)[number]) => (value: string) => setParams({ [name]: value });
  return (
    <SplitView
      view="requests"
      name="Requests"
      tools={
        <>
          <SearchBar
            name="requests"
            label="Search requests"
            value={q}
            words={requestWords}
            problem={searchProblem(problem)}
            onChange={choose('q')}
          />
          <Select
            label="Operation"
            value={operation}
            options={[['', 'All operations'], ...names]}
            onChange={choose('operation')}
          />
          <Select
            label="Outcome"
            value={outcome}
            options={[
              ['', 'All outcomes'],
              ['ok', 'Successes'],
              ['error', 'Errors'],
              ['fault', 'Faults'],
            ]}
            onChange={choose('outcome')}
          />
          <ConfirmButton
            label="Clear"
            question="Clear all?"
            onConfirm={() => void act('/requests', { method: 'DELETE', done: 'All requests deleted' })}
          />
          <Select
            label="Method"
            value={method}
            options={[['', 'All methods'], ...methods]}
            onChange={choose('method')}
          />
          <Select
            label="Status"
            value={status}
            options={[
              ['', 'All statuses'],
              '2xx',
              '3xx',
              '4xx',
              '5xx',
              ...(status === '' || status.endsWith('xx') ? [] : [status]),
            ]}
            onChange={choose('status')}
          />
          {rows && (
            <span class="tally" role="status">
              {(total + waiting).toLocaleString('en')} {total + waiting === 1 ? 'request' : 'requests'}
            </span>
          )}
        </>
      }
      list={
        <>
          {searchProblem(problem) === undefined && <Problem text={problem} />}
          {!rows && problem === undefined && <Skeleton rows={10} />}
          {first && <Refusals groups={first.refusals ?? []} chosen={code} />}
          {rows && rows.length > 0 && (
            <RowList view="requests" item={item} pages={pages} keyOf={keyOf}>
              {(entry) => <Row entry={entry} />}
            </RowList>
          )}
          {rows?.length === 0 && !isOld && (
            <EmptyState title={isFiltered ? 'No matches' : 'No requests yet'}>
              <p>Calls to the API under /api/v1 and uploads appear here, with API keys redacted.</p>
            </EmptyState>
          )}
        </>
      }
      detail={item === undefined ? undefined : <Chosen key={item} id={item} />}
    />
  );
}

function Chosen({ id }: { readonly id: string }) {
  const { answer, problem } = useAnswer<JournalEntry>(`/requests/${segment(id)}`);
  if (answer) return <RequestDetail entry={answer} />;
  if (problem !== undefined) return <p class="hint">This request is no longer in the journal.</p>;
  return <Skeleton />;
}

/** Refusals with the same reason, as filters. */
function Refusals({
  groups,
  chosen,
}: {
  readonly groups: readonly NonNullable<AnswerOf<'listRequests'>['refusals']>[number][];
  readonly chosen: string;
}) {
  if (chosen !== '') {
    return (
      <p class="refusals">
        <button type="button" class="small" onClick={() => setParams({ operation: '', code: '', field: '' })}>
          ← Show all, not only <code>{chosen}</code>
        </button>
      </p>
    );
  }
  if (groups.length === 0) return null;
  return (
    <ul class="refusals" aria-label="Errors by reason">
      {groups.map(({ operation = '', code, field = '', count }) => (
        <li key={`${operation} ${code} ${field}`}>
          <button
            type="button"
            class="small"
            title={`${count} × ${operation} ${code} ${field}`}
            onClick={() => setParams({ operation, code, field })}
          >
            <strong>{count}</strong>
            <span>{code}</span>
            {field !== '' && <code>{field}</code>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Row({ entry }: { readonly entry: RequestRow }) {
  const { clock } = useSandbox();
  const { operation, method, target, status, code, fault, ignoredFieldCount, at, durationMs } = entry;
  return (
    <>
      <span class="row-line">
        <span class="row-title">{operation ?? 'unknown endpoint'}</span>
        <time dateTime={at} title={at}>
          {shortTime(at, clock?.now)}
        </time>
      </span>
      <span class="row-line">
        <span class="row-text mono">
          {method} {target.replace('/api/v1', '')}
        </span>
        <span class="muted">{duration(durationMs)}</span>
        {ignoredFieldCount > 0 && <Badge text={`${ignoredFieldCount} ignored`} tone="info" />}
        {fault !== undefined && <Badge text="fault" tone="warn" />}
        <span title={code}>
          <StatusBadge status={status} />
        </span>
      </span>
    </>
  );
}
