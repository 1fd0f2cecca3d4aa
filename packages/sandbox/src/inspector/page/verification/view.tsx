import { addressResults } from '@mailrig/contract';
import type { Nothing, Within } from '@mailrig/contract/checking';
import type { ResponseOf } from '../control-types.ts';
import { dateAndTime } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form, ParamSearch, ParamSelect, Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { Facts } from '../parts/item.tsx';
import { Problem } from '../parts/states.tsx';
import { RowTable } from '../parts/table.tsx';
import { useResponse } from '../reads.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';

/** The verifications so far, and results fixed for single addresses; or one verification. */
export function Verification({ item }: { readonly item: string | undefined }) {
  return item === undefined ? <Overview /> : <VerificationDetail key={item} id={item} />;
}

function Overview() {
  return (
    <>
      <Head title="Verification" lead="Rules decide the result of each address: no mail server is asked.">
        <Action
          class="large push"
          label="Clear cache"
          question="Clear the cache?"
          verb="clearVerificationCache"
          done="Cache cleared"
        />
      </Head>
      <Verifications />
      <FixedResults />
    </>
  );
}

/** The verifications so far, newest first. */
function Verifications() {
  const pages = useRowPages('listVerifications');
  return (
    <section>
      <h2>Verifications</h2>
      <RowTable
        pages={pages}
        columns={[
          ['Created', 'mono nowrap'],
          ['Id', 'mono break'],
          'Status',
          ['Addresses', 'labelled'],
          ['Actions', 'end nowrap unnamed'],
        ]}
        empty={['No verifications yet', 'Verify an address or submit a batch through the API.']}
      >
        {({ id, status, createdAt, totalEmails, processedEmails }) => [
          dateAndTime(createdAt),
          <a href={hrefOf('verification', id, {})}>{id}</a>,
          <Badge text={status} />,
          `${processedEmails} of ${totalEmails}`,
          (status === 'pending' || status === 'processing') && (
            <>
              <Action
                label="Complete"
                verb="completeVerification"
                given={{ id }}
                done="Verification completed"
              />{' '}
              <Action label="Fail" verb="failVerification" given={{ id }} done="Verification failed" />
            </>
          ),
        ]}
      </RowTable>
    </section>
  );
}

/** Results that were set for single addresses, with a form for another. */
function FixedResults() {
  const forced = useResponse('listVerificationResults', { limit: 1000 });
  return (
    <section>
      <h2>Fixed results</h2>
      <p class="muted">
        Give an address a fixed result that overrides the rules. A cached result stays for 24 hours unless you
        clear the cache.
      </p>
      <Form
        class="card inline row"
        onSubmit={(fields) =>
          model.act('setVerificationResult', fields, {
            done: `${fields['email']} is now ${fields['result']}`,
          })
        }
      >
        <Field label="Address" name="email" placeholder="ada@example.org" required />
        <Field label="Result" name="result" value="invalid" options={addressResults} />
        <Field label="Reason (optional)" name="reason" placeholder="no such mailbox" />
        <Submit label="Set" />
      </Form>
      <Problem text={forced.problem} />
      {forced.response?.results.length === 0 ? (
        <p class="hint">No fixed results. The rules decide for every address.</p>
      ) : (
        <ul class="plain-rows box">
          {forced.response?.results.map((outcome) => (
            <FixedResult key={outcome.email} outcome={outcome} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Outcome = ResponseOf<'listVerificationResults'>['results'][number];

/** A result that was set for an address. */
function FixedResult({ outcome }: { readonly outcome: Outcome }) {
  const { email, result, reason, riskScore, ...rest } = outcome;
  rest satisfies Within<typeof rest, Pick<Outcome, 'details'>>;
  return (
    <li>
      <span>{email}</span>
      <Badge text={result} />
      <span class="muted grow">
        {[reason, riskScore !== undefined && `risk ${riskScore}`].filter(Boolean).join(', ')}
      </span>
      <Action
        label="Remove"
        aria-label={`Remove ${email}`}
        verb="removeVerificationResult"
        given={{ email }}
        done={`The rules decide for ${email} again`}
      />
    </li>
  );
}

/** Fields that the head of the view shows, and those that the page leaves out. */
type Elsewhere = Pick<
  RowOf<'listVerifications'>,
  'id' | 'status' | 'startedAt' | 'progress' | 'analytics' | 'results'
>;

/** The facts about a verification besides its results. */
function VerificationFacts(verification: RowOf<'listVerifications'>) {
  const { type, processedEmails, totalEmails, creditsDeducted, createdAt, completedAt, ...rest } =
    verification;
  rest satisfies Within<typeof rest, Elsewhere>;
  return (
    <Facts
      class="facts card row"
      rows={{
        Kind: type,
        Addresses: `${processedEmails} of ${totalEmails}`,
        Credits: creditsDeducted,
        Created: dateAndTime(createdAt),
        Completed: dateAndTime(completedAt),
      }}
    />
  );
}

function VerificationDetail({ id }: { readonly id: string }) {
  const { q = '', result = '' } = model.route.params;
  const pages = useRowPages('listVerificationAddresses', { q, result }, { id });
  const verification = pages.first?.verification;
  return (
    <>
      <p>
        <a href={hrefOf('verification', undefined, {})}>← All verifications</a>
      </p>
      <Head title={<span class="mono">{id}</span>}>
        {verification && <Badge text={verification.status} />}
      </Head>
      {verification && <VerificationFacts {...verification} />}
      <div class="head row">
        <ParamSearch label="Search addresses" />
        <ParamSelect
          name="result"
          label="Result"
          all="All results"
          options={[...addressResults, ['none', 'no result yet']]}
        />
      </div>
      <RowTable
        pages={pages}
        columns={[['Address', 'break'], 'Result', 'Reason', ['Risk', 'number labelled'], ['Source', 'muted']]}
        empty={['No addresses', 'Try another search or filter.']}
      >
        {({ email, result: found, reason, riskScore, cached, ...rest }) => {
          rest satisfies Nothing;
          return [
            email,
            found === undefined ? <span class="muted">waiting</span> : <Badge text={found} />,
            reason,
            riskScore,
            cached ? 'cache' : found !== undefined && 'this verification',
          ];
        }}
      </RowTable>
    </>
  );
}
