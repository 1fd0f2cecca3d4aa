import type { AnswerOf } from '../control-types.ts';
import { addressResults } from '../choices.ts';
import { segment } from '../control-plane.ts';
import { Badge } from '../parts/badge.tsx';
import { Fact } from '../parts/fact.tsx';
import { SearchField, Select } from '../parts/form.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { dateAndTime } from '../format.ts';

const rowsOf = ({ addresses }: AnswerOf<'listVerificationAddresses'>) => addresses;
const keyOf = ({ email }: AnswerOf<'listVerificationAddresses'>['addresses'][number]) => email;

/** One verification with the result of each address. */
export function VerificationDetail({ id }: { readonly id: string }) {
  const [q, setQ] = useParam('q');
  const [result, setResult] = useParam('result');
  const pages = useRowPages(`/verifications/${segment(id)}/addresses`, { q, result }, rowsOf, keyOf);
  const { rows, first, problem, isOld } = pages;
  const verification = first?.verification;
  const time = (iso: string | undefined) => iso && dateAndTime(iso);
  return (
    <>
      <p>
        <a href={hrefOf('verification', undefined, {})}>← All verifications</a>
      </p>
      <div class="head">
        <h1 class="mono break">{id}</h1>
        {verification && <Badge text={verification.status} />}
      </div>
      <Problem text={problem} />
      {!first && problem === undefined && <Skeleton />}
      {verification && (
        <dl class="facts card">
          <Fact name="Kind" value={verification.type} />
          <Fact name="Addresses" value={`${verification.processedEmails} of ${verification.totalEmails}`} />
          <Fact name="Credits" value={String(verification.creditsDeducted)} />
          <Fact name="Created" value={time(verification.createdAt)} />
          <Fact name="Completed" value={time(verification.completedAt)} />
        </dl>
      )}
      <div class="head">
        <SearchField label="Search addresses" value={q} onChange={setQ} />
        <Select
          label="Result"
          value={result}
          options={[['', 'All results'], ...addressResults, ['none', 'no result yet']]}
          onChange={setResult}
        />
      </div>
      {rows?.length === 0 && !isOld && <p class="hint">No matches.</p>}
      {rows && rows.length > 0 && (
        <Table columns={['Address', 'Result', 'Reason', ['Risk', 'number'], 'Source']}>
          {rows.map((row, at) => (
            <tr key={at}>
              <td class="break">
                <a href={hrefOf('verification', undefined, { address: row.email })}>{row.email}</a>
              </td>
              <td>
                {row.result === undefined ? <span class="muted">waiting</span> : <Badge text={row.result} />}
              </td>
              <td>{row.reason ?? ''}</td>
              <td class="number" data-label="Risk">
                {row.riskScore ?? ''}
              </td>
              <td class="muted">{row.cached ? 'cache' : row.result !== undefined && 'this verification'}</td>
            </tr>
          ))}
        </Table>
      )}
      <MoreRows pages={pages} />
    </>
  );
}
