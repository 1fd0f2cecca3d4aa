import type { AnswerOf } from '../control-types.ts';
import { Badge } from '../parts/badge.tsx';
import { UnsuppressButton } from '../contacts/unsuppress-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, Field, Form, SearchField } from '../parts/form.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useParam } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useAction } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

const rowsOf = ({ suppressions }: AnswerOf<'listSuppressions'>) => suppressions;
const keyOf = ({ email }: AnswerOf<'listSuppressions'>['suppressions'][number]) => email;

/** Addresses that the account cannot send to. */
export function Suppressions() {
  const [q, setQ] = useParam('q');
  const pages = useRowPages('/suppressions', { q }, rowsOf, keyOf);
  const { rows, problem, isOld } = pages;
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Suppressions</h1>
        <SearchField label="Search suppressions" value={q} onChange={setQ} />
      </div>
      <p class="lead">The account cannot send to these addresses. A send to any of them is refused.</p>
      <Form
        class="card inline"
        onSubmit={(body) => act('/suppressions', { method: 'POST', body, done: 'Address suppressed' })}
      >
        <Field label="Address">
          <input name="email" placeholder="gone@example.org" required />
        </Field>
        <Field label="Reason">
          <Select
            name="reason"
            value="manual"
            options={['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap']}
          />
        </Field>
        <button type="submit" class="primary">
          Suppress
        </button>
      </Form>
      <Problem text={problem} />
      {rows?.length === 0 && !isOld && (
        <EmptyState title={q === '' ? 'No suppressed addresses' : 'No matches'}>
          <p>Add an address above, or suppress a contact through the API.</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table columns={['Address', 'Reason', 'Since', ['Actions', 'hidden']]}>
          {rows.map(({ email, reason, createdAt }) => (
            <tr key={email}>
              <td class="break">{email}</td>
              <td>
                <Badge text={reason} />
              </td>
              <td class="mono nowrap">{dateAndTime(createdAt)}</td>
              <td class="end">
                <UnsuppressButton email={email} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <MoreRows pages={pages} />
    </>
  );
}
