import type { ContactsAnswer } from '../control-types.ts';
import { query, segment } from '../control-plane.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, SearchField } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useParam } from '../route.ts';
import { useAction, useAnswer } from '../sandbox-context.ts';

const statuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'];

/** The contacts of all lists, with the status changes that only the service can make. */
export function Contacts() {
  const [q, setQ] = useParam('q');
  const [status, setStatus] = useParam('status');
  const { answer, problem } = useAnswer<ContactsAnswer>(`/contacts${query({ q, status, limit: 200 })}`);
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Contacts</h1>
        <SearchField label="Search addresses" value={q} onChange={setQ} />
        <Select
          label="Status"
          value={status}
          options={[['', 'All statuses'], ...statuses]}
          onChange={setStatus}
        />
      </div>
      <p class="lead">
        Change a contact’s status as the service does when someone unsubscribes or complains, or when mail
        bounces.
      </p>
      <Problem text={problem} />
      {answer?.total === 0 && (
        <EmptyState title={q === '' && status === '' ? 'No contacts yet' : 'No matches'}>
          <p>Contacts appear here when you create them through the API, in any list of the account.</p>
        </EmptyState>
      )}
      {answer && answer.total > 0 && (
        <Table columns={['Address', 'Name', 'Status', 'Change to']}>
          {answer.contacts.map(({ id, email, firstName, lastName, status: now, suppressionReason }) => (
            <tr key={id}>
              <td class="break" title={id}>
                {email}
              </td>
              <td>{[firstName, lastName].filter((part) => part !== undefined).join(' ')}</td>
              <td>
                <Badge text={now} />
                {suppressionReason !== undefined && <span class="muted"> {suppressionReason}</span>}
              </td>
              <td>
                <Select
                  label={`Change ${email} to`}
                  value={now}
                  options={statuses}
                  onChange={(wanted) =>
                    void act(`/contacts/${segment(id)}/status`, {
                      method: 'POST',
                      body: { status: wanted },
                      done: `${email} is now ${wanted}`,
                    })
                  }
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {answer && answer.contacts.length < answer.total && (
        <p class="hint">
          Showing {answer.contacts.length} of {answer.total}. Search to find the others.
        </p>
      )}
    </>
  );
}
