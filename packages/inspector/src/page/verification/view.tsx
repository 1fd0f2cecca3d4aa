import type { AnswerOf } from '../control-types.ts';
import { addressResults } from '../choices.ts';
import { AddressFacts } from '../contacts/address-facts.tsx';
import { segment } from '../control-plane.ts';
import { Badge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Select, Field, Form, SearchField } from '../parts/form.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, useParam } from '../route.ts';
import { VerificationDetail } from './detail.tsx';
import { useRowPages } from '../row-pages.ts';
import { useAction, useAnswer } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

const rowsOf = ({ verifications }: AnswerOf<'listVerifications'>) => verifications;
const keyOf = ({ id }: { readonly id: string }) => id;
const allOfThem = {};

/** The verifications so far, and results fixed for single addresses; or one verification. */
export function Verification({ item }: { readonly item: string | undefined }) {
  return item === undefined ? <Overview /> : <VerificationDetail key={item} id={item} />;
}

function Overview() {
  const forced = useAnswer<AnswerOf<'listVerificationResults'>>('/verification-results?limit=1000');
  const pages = useRowPages('/verifications', allOfThem, rowsOf, keyOf);
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Verification</h1>
        <span class="grow" />
        <ConfirmButton
          label="Clear cache"
          question="Clear the cache?"
          onConfirm={() => void act('/verification-cache', { method: 'DELETE', done: 'Cache cleared' })}
        />
      </div>
      <section>
        <h2>Verifications</h2>
        <Problem text={pages.problem} />
        {pages.rows?.length === 0 && (
          <p class="hint">No verifications yet. Verify an address or submit a batch through the API.</p>
        )}
        {pages.rows && pages.rows.length > 0 && (
          <Table columns={['Created', 'Id', 'Status', 'Addresses', ['Actions', 'hidden']]}>
            {pages.rows.map((row) => (
              <VerificationRow key={row.id} row={row} />
            ))}
          </Table>
        )}
        <MoreRows pages={pages} />
      </section>
      <LookUp />
      <section>
        <h2>Fixed results</h2>
        <p class="lead">
          Give an address a fixed result that overrides the rules. A cached result stays for 24 hours unless
          you clear the cache.
        </p>
        <Form
          class="card inline"
          onSubmit={({ email = '', ...body }) =>
            act(`/verification-results/${segment(email)}`, {
              method: 'PUT',
              body,
              done: `${email} is now ${body['result']}`,
            })
          }
        >
          <Field label="Address">
            <input name="email" placeholder="ada@example.org" required />
          </Field>
          <Field label="Result">
            <Select name="result" value="invalid" options={addressResults} />
          </Field>
          <Field label="Reason (optional)">
            <input name="reason" placeholder="no such mailbox" />
          </Field>
          <button type="submit" class="primary">
            Set
          </button>
        </Form>
        <Problem text={forced.problem} />
        {forced.answer?.results.length === 0 ? (
          <p class="hint">No fixed results. The rules decide for every address.</p>
        ) : (
          <ul class="plain-rows boxed">
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
                      done: `The rules decide for ${email} again`,
                    })
                  }
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** What is known about one address. */
function LookUp() {
  const [address, setAddress] = useParam('address');
  return (
    <section>
      <h2>Look up an address</h2>
      <div class="head">
        <SearchField label="Email to look up" value={address} onChange={setAddress} />
      </div>
      {/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(address) && (
        <div class="card">
          <AddressFacts key={address} email={address} />
        </div>
      )}
    </section>
  );
}

function VerificationRow({ row }: { readonly row: AnswerOf<'listVerifications'>['verifications'][number] }) {
  const act = useAction();
  const { id, status, createdAt, totalEmails, processedEmails } = row;
  const isOpen = status === 'pending' || status === 'processing';
  const end = (how: 'complete' | 'fail') =>
    void act(`/verifications/${segment(id)}/${how}`, {
      method: 'POST',
      done: how === 'fail' ? 'Verification failed' : 'Verification completed',
    });
  return (
    <tr>
      <td class="mono nowrap">{dateAndTime(createdAt)}</td>
      <td class="mono break">
        <a href={hrefOf('verification', id, {})}>{id}</a>
      </td>
      <td>
        <Badge text={status} />
      </td>
      <td data-label="Addresses">
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
