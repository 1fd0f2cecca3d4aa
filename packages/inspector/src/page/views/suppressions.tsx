import type { SuppressionsAnswer } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useAnswer } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

/** Addresses that the account cannot send to. */
export function Suppressions() {
  const { answer, problem } = useAnswer<SuppressionsAnswer>('/suppressions');
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Suppressions</h1>
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
      {answer?.suppressions.length === 0 && (
        <EmptyState title="No suppressed addresses">
          <p>Add an address above, or suppress a contact through the API.</p>
        </EmptyState>
      )}
      {answer && answer.suppressions.length > 0 && (
        <Table columns={['Address', 'Reason', 'Since', ['Actions', 'hidden']]}>
          {answer.suppressions.map(({ email, reason, createdAt }) => (
            <tr key={email}>
              <td class="break">{email}</td>
              <td>
                <Badge text={reason} />
              </td>
              <td class="mono nowrap">{dateAndTime(createdAt)}</td>
              <td class="end">
                <button
                  type="button"
                  class="small"
                  aria-label={`Remove ${email}`}
                  onClick={() =>
                    void act(`/suppressions/${segment(email)}`, {
                      method: 'DELETE',
                      done: `Mail can go to ${email} again`,
                    })
                  }
                >
                  Remove
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
