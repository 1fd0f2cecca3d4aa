import type { AnswerOf, JournalEntry } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { duration } from '../format.ts';
import { useOperationNames } from '../operation-names.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { ParamSelect } from '../parts/form.tsx';
import { ListView, RowTime, Tally } from '../parts/list-view.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SearchBar, withoutUnfinished } from '../parts/search-bar.tsx';
import { setParams, useRoute } from '../route.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';
import { requestWords } from '../sandbox-tables.ts';
import { RequestDetail } from './detail.tsx';

const filters = ['operation', 'method', 'status', 'outcome', 'code', 'field'] as const;
const outcomes = [
  ['ok', 'Successes'],
  ['error', 'Errors'],
  ['fault', 'Faults'],
] as const;
const statuses = ['2xx', '3xx', '4xx', '5xx'];
const hint = <p>Calls to the API under /api/v1 and uploads appear here, with API keys redacted.</p>;

/** The request journal, newest first. */
export function Requests({ item }: { readonly item: string | undefined }) {
  const { params } = useRoute();
  const { q = '', status = '', code = '' } = params;
  const filter = Object.fromEntries(filters.map((name) => [name, params[name] ?? '']));
  const pages = useRowPages('listRequests', { ...filter, q: withoutUnfinished(q) });
  const names = useOperationNames();
  const isClass = status === '' || statuses.includes(status);
  return (
    <ListView
      view="requests"
      item={item}
      pages={pages}
      tools={
        <>
          <SearchBar name="requests" words={requestWords} problem={pages.problem} />
          <ParamSelect name="operation" label="Operation" all="All operations" options={names} />
          <ParamSelect name="outcome" label="Outcome" all="All outcomes" options={outcomes} />
          <Action label="Clear" question="Clear all?" call="DELETE /requests" done="All requests deleted" />
          <ParamSelect
            name="method"
            label="Method"
            all="All methods"
            options={['GET', 'POST', 'PUT', 'DELETE']}
          />
          <ParamSelect
            name="status"
            label="Status"
            all="All statuses"
            options={isClass ? statuses : [...statuses, status]}
          />
          <Tally pages={pages} noun="request" />
        </>
      }
      top={pages.first && <Refusals groups={pages.first.refusals ?? []} chosen={code} />}
      row={(entry) => <Row entry={entry} />}
      empty={{ none: hint, noMatches: hint }}
      detail={(id) => (
        <Loaded<JournalEntry>
          path={`/requests/${segment(id)}`}
          problem="This request is no longer in the journal."
        >
          {(entry) => <RequestDetail entry={entry} />}
        </Loaded>
      )}
    />
  );
}

/** Refusals with the same reason, as filters. */
function Refusals({
  groups,
  chosen,
}: {
  readonly groups: NonNullable<AnswerOf<'listRequests'>['refusals']>;
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

function Row({ entry }: { readonly entry: RowOf<'listRequests'> }) {
  const { operation, method, target, status, code, fault, ignoredFieldCount, at, durationMs } = entry;
  return (
    <>
      <span class="row-line">
        <span class="row-title">{operation ?? 'unknown endpoint'}</span>
        <RowTime at={at} />
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
