import { useState } from 'preact/hooks';
import type { Contacts as Found } from '../answers.ts';
import { query, segment } from '../call.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Choice, Search } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useAnswer } from '../sandbox.ts';

const statuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'];

/** The contacts of all lists, and the moves that the API leaves to the service. */
export function Contacts() {
  const [q, setQ] = useState('');
  const [status, setStatus] = useState('');
  const { answer, problem } = useAnswer<Found>(`/contacts${query({ q, status, limit: 200 })}`);
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Contacts</h1>
        <Search label="Search addresses" value={q} onChange={setQ} />
        <Choice
          label="Status"
          value={status}
          options={[['', 'All states'], ...statuses]}
          onChange={setStatus}
        />
      </div>
      <p class="lead">
        Move a contact as the service does when someone unsubscribes, complains, or mail bounces.
      </p>
      <Problem text={problem} />
      {answer?.total === 0 && (
        <Empty title={q === '' && status === '' ? 'No contacts yet' : 'Nothing matches'}>
          <p>Contacts that are created over the API, in any list of the account, are shown here.</p>
        </Empty>
      )}
      {answer && answer.total > 0 && (
        <Table columns={['Address', 'Name', 'Status', 'Move to']}>
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
                <Choice
                  label={`Move ${email} to`}
                  value={now}
                  options={statuses}
                  onChange={(wanted) =>
                    void act(`/contacts/${segment(id)}/status`, {
                      method: 'POST',
                      body: { status: wanted },
                      done: `${email} is ${wanted}`,
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
          {answer.contacts.length} of {answer.total}. Search to see the others.
        </p>
      )}
    </>
  );
}
