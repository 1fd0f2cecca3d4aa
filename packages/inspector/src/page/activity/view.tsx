import type { SandboxEvent } from '../control-types.ts';
import { isFailure } from '../failure/view.tsx';
import { Timeline } from './timeline.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ParamSearch } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useDomain, useSandbox } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

/** The event log, newest first. */
export function Activity() {
  const { events } = useSandbox();
  const [q] = useParam('q');
  const shown = events.filter(({ type, data }) =>
    `${type} ${JSON.stringify(data)}`.toLowerCase().includes(q.toLowerCase()),
  );
  return (
    <>
      <Head title="Activity">
        <ParamSearch label="Search events" />
      </Head>
      <Timeline />
      {shown.length === 0 ? (
        <EmptyState title={events.length === 0 ? 'No events yet' : 'No matches'}>
          <p>Every change in the sandbox appears here: mail, contacts, keys, credits and verifications.</p>
        </EmptyState>
      ) : (
        <Table columns={['Time', 'Event', 'Details', 'Account']}>
          {shown.map((event) => (
            <Row key={event.sequence} event={event} />
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

function Row({ event }: { readonly event: SandboxEvent }) {
  const { at, type, data } = event;
  const { accountId, id, ...rest } = data;
  const domain = useDomain(accountId);
  const view = viewsOfEvents[type.split('.')[0] ?? ''];
  const facts = isFailure(event)
    ? []
    : Object.entries(rest).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <tr>
      <td class="mono nowrap">{dateAndTime(at)}</td>
      <td class="nowrap">
        <strong>{type}</strong>
      </td>
      <td class="mono break">
        {isFailure(event) ? (
          <a href={hrefOf('failure', undefined, {})}>{String(data['title'])}</a>
        ) : typeof id === 'string' && view !== undefined ? (
          <a href={hrefOf(view, id, {})}>{id}</a>
        ) : (
          String(id ?? '')
        )}
        {facts.length > 0 && <span class="muted"> {facts.join(', ')}</span>}
      </td>
      <td>{domain}</td>
    </tr>
  );
}
