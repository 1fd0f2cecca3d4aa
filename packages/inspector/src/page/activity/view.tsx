import type { SandboxEvent } from '../control-types.ts';
import { Timeline } from './timeline.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { SearchField } from '../parts/form.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

/** The event log, newest first. */
export function Activity() {
  const { events, accounts } = useSandbox();
  const [q, setQ] = useParam('q');
  const shown = events.filter(({ type, data }) =>
    `${type} ${JSON.stringify(data)}`.toLowerCase().includes(q.toLowerCase()),
  );
  return (
    <>
      <div class="head">
        <h1>Activity</h1>
        <SearchField label="Search events" value={q} onChange={setQ} />
      </div>
      <Timeline />
      {shown.length === 0 ? (
        <EmptyState title={events.length === 0 ? 'No events yet' : 'No matches'}>
          <p>Every change in the sandbox appears here: mail, contacts, keys, credits and verifications.</p>
        </EmptyState>
      ) : (
        <Table columns={['Time', 'Event', 'Details', 'Account']}>
          {shown.map((event) => (
            <tr key={event.sequence}>
              <td class="mono nowrap">{dateAndTime(event.at)}</td>
              <td class="nowrap">
                <strong>{event.type}</strong>
              </td>
              <td>
                <Details event={event} />
              </td>
              <td>{accounts.find(({ id }) => id === event.data['accountId'])?.domain.name ?? ''}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** The view that shows what an event is about, by the first word of its type. */
const viewsOfEvents: Readonly<Record<string, string>> = {
  email: 'messages',
  contact: 'contacts',
  verification: 'verification',
};

function Details({ event: { type, data } }: { readonly event: SandboxEvent }) {
  const { accountId: _account, id, ...rest } = data;
  const view = viewsOfEvents[type.split('.')[0] ?? ''];
  const facts = Object.entries(rest).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <span class="mono break">
      {typeof id === 'string' && view !== undefined ? (
        <a href={hrefOf(view, id, {})}>{id}</a>
      ) : (
        String(id ?? '')
      )}
      {facts.length > 0 && <span class="muted"> {facts.join(', ')}</span>}
    </span>
  );
}
