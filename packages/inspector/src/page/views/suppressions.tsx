import type { Suppression } from '../answers.ts';
import { segment } from '../call.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useAnswer } from '../sandbox.ts';
import { dateAndTime } from '../times.ts';

/** Addresses that no mail of the account goes to. */
export function Suppressions() {
  const { answer, problem } = useAnswer<{ readonly suppressions: readonly Suppression[] }>('/suppressions');
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Suppressions</h1>
      </div>
      <p class="lead">No mail of the account’s domain goes to these addresses; a send to one is refused.</p>
      <Form
        class="card inline"
        onFill={(body) => act('/suppressions', { method: 'POST', body, done: 'The address is suppressed' })}
      >
        <Field label="Address">
          <input name="email" placeholder="gone@example.org" required />
        </Field>
        <Field label="Reason">
          <Choice
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
        <Empty title="Nobody is suppressed">
          <p>Add an address above, or suppress a contact over the API.</p>
        </Empty>
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
                      done: 'Mail may go to it again',
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
