import { addressResults } from '@mailrig/contract';
import { segment } from '../control-plane.ts';
import { dateAndTime } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Fact } from '../parts/fact.tsx';
import { ParamSearch, ParamSelect } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { RowTable } from '../parts/row-table.tsx';
import { hrefOf, useRoute } from '../route.ts';
import { useRowPages } from '../row-pages.ts';

/** One verification with the result of each address. */
export function VerificationDetail({ id }: { readonly id: string }) {
  const { q = '', result = '' } = useRoute().params;
  const path = `/verifications/${segment(id)}/addresses`;
  const pages = useRowPages('listVerificationAddresses', { q, result }, path);
  const verification = pages.first?.verification;
  return (
    <>
      <p>
        <a href={hrefOf('verification', undefined, {})}>← All verifications</a>
      </p>
      <Head title={<span class="mono">{id}</span>}>
        {verification && <Badge text={verification.status} />}
      </Head>
      {verification && (
        <dl class="facts card row">
          <Fact name="Kind" value={verification.type} />
          <Fact name="Addresses" value={`${verification.processedEmails} of ${verification.totalEmails}`} />
          <Fact name="Credits" value={String(verification.creditsDeducted)} />
          <Fact name="Created" value={dateAndTime(verification.createdAt)} />
          <Fact name="Completed" value={dateAndTime(verification.completedAt)} />
        </dl>
      )}
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
        columns={['Address', 'Result', 'Reason', ['Risk', 'number'], 'Source']}
        empty={['No addresses', 'Try another search or filter.']}
      >
        {({ email, result: found, reason, riskScore, cached }) => (
          <>
            <td class="break">
              <a href={hrefOf('verification', undefined, { address: email })}>{email}</a>
            </td>
            <td>{found === undefined ? <span class="muted">waiting</span> : <Badge text={found} />}</td>
            <td>{reason}</td>
            <td class="number" data-label="Risk">
              {riskScore}
            </td>
            <td class="muted">{cached ? 'cache' : found !== undefined && 'this verification'}</td>
          </>
        )}
      </RowTable>
    </>
  );
}
