import type { SandboxEvent } from '../control-types.ts';
import { isFailure } from '../failure/view.tsx';
import { dateAndTime, duration } from '../format.ts';
import { hrefOf, model, useParam } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { ParamSearch } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { RewindButton } from '../parts/rewind-button.tsx';
import { EmptyState, Skeleton } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { nameIn } from '../past.ts';

/** The event log, newest first. */
export function Activity() {
  const { events, eventCount, caller, domainOf } = model;
  const [q] = useParam('q');
  const shown = events.filter(({ type, data, about = '' }) =>
    `${type} ${about} ${JSON.stringify(data)}`.toLowerCase().includes(q.toLowerCase()),
  );
  return (
    <>
      <Head title="Activity">
        <ParamSearch label="Search events" />
      </Head>
      {events.length === 0 && eventCount !== 0 ? (
        <Skeleton />
      ) : shown.length === 0 ? (
        <EmptyState title={events.length === 0 ? 'No events yet' : 'No matches'}>
          <p>Every change in the sandbox appears here: mail, contacts, keys, credits and verifications.</p>
        </EmptyState>
      ) : (
        <Table
          columns={[
            ['Time', 'mono nowrap'],
            ['Event', 'nowrap'],
            ['Details', 'break'],
            'Account',
            ['Rewind', 'unnamed'],
          ]}
          rows={shown}
          keyOf={({ sequence }) => sequence}
          classOf={({ sequence }) => (sequence === caller.at ? 'happened' : '')}
        >
          {(event) => [
            dateAndTime(event.at),
            <Badge text={event.type} word={event.type.split('.')[1]} />,
            <Details event={event} />,
            domainOf(event.data['accountId']),
            <RewindButton sequence={event.sequence} />,
          ]}
        </Table>
      )}
    </>
  );
}

/** The view that shows what an event is about, by the first word of its type. */
const viewsOfEvents: Readonly<Record<string, string>> = {
  email: 'messages',
  contact: 'contacts',
  list: 'contact-lists',
  verification: 'verification',
  attachment: 'attachments',
  template: 'templates',
  suppression: 'suppressions',
  fault: 'faults',
  account: 'accounts',
  domain: 'accounts',
  key: 'accounts',
  credits: 'accounts',
};

/** The views that open the item with the id of an event. */
const withItems = new Set(['messages', 'contacts', 'contact-lists', 'verification', 'templates']);

/** The link to what an event is about; `undefined` if no view shows it. */
export function hrefOfEvent(event: SandboxEvent): string | undefined {
  const { type, data } = event;
  const { id, email } = data;
  const [noun = ''] = type.split('.');
  const view = isFailure(event) ? 'failure' : viewsOfEvents[noun];
  if (view === undefined) return undefined;
  const item = typeof id === 'string' && withItems.has(view) ? id : undefined;
  return hrefOf(view, item, typeof email === 'string' ? { q: email } : {});
}

function Details({ event }: { readonly event: SandboxEvent }) {
  const { accountId: _accountId, id, email: _email, ...rest } = event.data;
  const name = nameIn(event) || String(id ?? '');
  const href = hrefOfEvent(event);
  return (
    <span dir="auto">
      {href === undefined ? name : <a href={href}>{name || event.type.split('.', 1)}</a>}{' '}
      {!isFailure(event) && (
        <span class="muted">{event.type === 'clock.moved' ? moveOf(rest) : factsOf(rest)}</span>
      )}
    </span>
  );
}

function moveOf({ from, to }: SandboxEvent['data']): string {
  return `advanced by ${duration(Date.parse(String(to)) - Date.parse(String(from)))}`;
}

/** The other facts, without ids. */
function factsOf(facts: SandboxEvent['data']): string {
  return Object.entries(facts)
    .filter(([name]) => !/Id$|^operation$/.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}
