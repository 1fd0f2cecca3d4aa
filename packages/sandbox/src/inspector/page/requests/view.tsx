import type { ResponseOf } from '../control-types.ts';
import { duration } from '../format.ts';
import { model, setParams } from '../model.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { ListView, RowTime } from '../parts/list-view.tsx';
import { faultValues, type SearchLanguage, withoutUnfinished } from '../parts/search-bar.tsx';
import { Loaded } from '../parts/states.tsx';
import { type RowOf, useRowPages } from '../row-pages.ts';
import { requestWords } from '../sandbox-tables.ts';
import { operationNames } from './as-code.ts';
import { RequestDetail } from './detail.tsx';

/** The request log, newest first. */
export function Requests({ item }: { readonly item: string | undefined }) {
  const { q = '' } = model.route.params;
  const pages = useRowPages('listRequests', { q: withoutUnfinished(q) });
  const values: SearchLanguage['values'] = {
    operation: operationNames,
    outcome: ['ok', 'error', 'fault'],
    status: ['2xx', '4xx', '5xx', '400', '401', '409', '429', '503'],
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    code: pages.first?.refusals?.map(({ code }) => code) ?? [],
    field: pages.first?.refusals?.flatMap(({ field = [] }) => field) ?? [],
    has: ['ignored-fields'],
    account: model.accounts.map(({ domain }) => domain.name),
    fault: faultValues,
    attempt: ['2', '3'],
  };
  return (
    <ListView
      view="requests"
      item={item}
      pages={pages}
      search={{ words: requestWords, values }}
      tools={
        <Action
          label="Clear"
          disabled={pages.rows?.length === 0 && !pages.isFiltered}
          question="Clear all?"
          verb="clearRequests"
          done="All requests deleted"
        />
      }
      top={pages.first && <Refusals groups={pages.first.refusals ?? []} search={q} />}
      row={(entry) => <Row entry={entry} />}
      rowHeight={82}
      empty={<p>Calls to the API under /api/v1 and uploads appear here, with API keys redacted.</p>}
      detail={(id) => (
        <Loaded verb="getRequest" given={{ id }} problem="This request is no longer in the log.">
          {(entry) => <RequestDetail entry={entry} />}
        </Loaded>
      )}
    />
  );
}

interface RefusalsProps {
  readonly groups: NonNullable<ResponseOf<'listRequests'>['refusals']>;
  readonly search: string;
}

/** Refusals with the same reason, each with the button that searches for them. */
function Refusals({ groups, search }: RefusalsProps) {
  if (groups.length === 0 || /(^|\s)code:/.test(search)) return null;
  return (
    <ul class="refusals row" aria-label="Errors by reason">
      {groups.map(({ operation, code, field, count }) => (
        <li key={`${operation} ${code} ${field}`}>
          <button
            type="button"
            class="small bad"
            onClick={() => {
              const words = Object.entries({ operation, code, field });
              const q = words.flatMap(([word, value]) => (value === undefined ? [] : `${word}:${value}`));
              setParams({ q: [search, ...q].join(' ').trim() });
            }}
          >
            <strong>{count}</strong> <span>{code}</span> {field !== undefined && <code>{field}</code>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Row({ entry }: { readonly entry: RowOf<'listRequests'> }) {
  const { operation, method, target, status, code, reason, at, about, attempt = 1, isRepeat } = entry;
  const { faultText, did, ignoredFieldCount, durationMs } = entry;
  return (
    <>
      <span class="row-line line">
        <span class="row-title strong clip grow">{operation ?? 'unknown endpoint'}</span>
        <span title={code}>
          <StatusBadge status={status} />
        </span>
        <RowTime at={at} />
      </span>
      <span class="row-line line">
        <span class={`fine clip grow ${reason === undefined ? 'about' : 'why'}`} dir="auto" title={reason}>
          {[about, reason].filter((part) => part !== undefined).join(': ')}
        </span>
      </span>
      <span class="row-line line">
        <span class="fine clip grow mono">
          {method} {target.replace('/api/v1', '')}
        </span>
        {isRepeat || did === 'conflict' ? (
          <Badge text={isRepeat ? 'repeat' : 'conflict'} tone="info" icon="replayed" />
        ) : (
          attempt > 1 && <Badge text={`retry ${attempt - 1}`} tone="info" icon="retry" />
        )}
        {faultText !== undefined && <Badge text={`fault ${faultText}`} tone="warn" icon="fault" />}
        {ignoredFieldCount > 0 && <Badge text={`${ignoredFieldCount} ignored`} tone="info" icon="info" />}
        <span class="fine nowrap">{duration(durationMs)}</span>
      </span>
    </>
  );
}
