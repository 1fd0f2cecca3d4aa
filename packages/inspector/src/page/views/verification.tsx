import type { ForcedResult, Verification as Row, Verifications } from '../answers.ts';
import { segment } from '../call.ts';
import { Badge } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useAnswer } from '../sandbox.ts';
import { dateAndTime } from '../times.ts';

/** What addresses are found to be, and the verifications that were asked for. */
export function Verification() {
  const forced = useAnswer<{ readonly results: readonly ForcedResult[] }>('/verification-results');
  const asked = useAnswer<Verifications>('/verifications?limit=100');
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Verification</h1>
        <span class="grow" />
        <Confirm
          label="Clear the cache"
          question="Make every address new?"
          onConfirm={() =>
            void act('/verification-cache', { method: 'DELETE', done: 'Every address is new again' })
          }
        />
      </div>
      <section>
        <h2>Results that are set</h2>
        <p class="lead">
          Set what an address is found to be, whatever the rules say. What is cached stays for its 24 hours
          unless you clear the cache.
        </p>
        <Form
          class="card inline"
          onFill={({ email = '', ...body }) =>
            act(`/verification-results/${segment(email)}`, {
              method: 'PUT',
              body,
              done: `${email} is found ${body['result']}`,
            })
          }
        >
          <Field label="Address">
            <input name="email" placeholder="ada@example.org" required />
          </Field>
          <Field label="Result">
            <Choice name="result" value="invalid" options={['valid', 'invalid', 'risky', 'unknown']} />
          </Field>
          <Field label="Reason (optional)">
            <input name="reason" placeholder="no such mailbox" />
          </Field>
          <button type="submit" class="primary">
            Set
          </button>
        </Form>
        <Problem text={forced.problem} />
        {forced.answer?.results.length === 0 && <p class="hint">None is set: the rules decide.</p>}
        <ul class="plain-rows">
          {forced.answer?.results.map(({ email, result, reason }) => (
            <li key={email}>
              <span class="break">{email}</span>
              <Badge text={result} />
              <span class="muted grow">{reason}</span>
              <button
                type="button"
                class="small"
                aria-label={`Remove ${email}`}
                onClick={() =>
                  void act(`/verification-results/${segment(email)}`, {
                    method: 'DELETE',
                    done: 'The rules decide again',
                  })
                }
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Verifications</h2>
        <Problem text={asked.problem} />
        {asked.answer?.total === 0 && (
          <p class="hint">None yet: verify an address or submit a batch over the API.</p>
        )}
        {asked.answer && asked.answer.total > 0 && (
          <Table columns={['Created', 'Id', 'Status', 'Addresses', ['Actions', 'hidden']]}>
            {asked.answer.verifications.map((row) => (
              <VerificationRow key={row.id} row={row} />
            ))}
          </Table>
        )}
      </section>
    </>
  );
}

function VerificationRow({ row }: { readonly row: Row }) {
  const act = useAction();
  const { id, status, createdAt, totalEmails, processedEmails } = row;
  const isOpen = status === 'pending' || status === 'processing';
  const end = (how: 'complete' | 'fail') =>
    void act(`/verifications/${segment(id)}/${how}`, {
      method: 'POST',
      done: how === 'fail' ? 'The verification failed' : 'The verification is complete',
    });
  return (
    <tr>
      <td class="mono nowrap">{dateAndTime(createdAt)}</td>
      <td class="mono break">{id}</td>
      <td>
        <Badge text={status} />
      </td>
      <td>
        {processedEmails} of {totalEmails}
      </td>
      <td class="end nowrap">
        {isOpen && (
          <>
            <button type="button" class="small" onClick={() => end('complete')}>
              Complete
            </button>{' '}
            <button type="button" class="small" onClick={() => end('fail')}>
              Fail
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
