import type { AnswerOf } from '../control-types.ts';
import { MoreRows } from '../parts/more-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useSandbox } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

const rowsOf = ({ entries }: AnswerOf<'listCreditEntries'>) => entries;
const keyOf = ({ at, balance, change }: AnswerOf<'listCreditEntries'>['entries'][number]) =>
  `${at} ${balance} ${change}`;
const everyEntry = {};

/** The credit history of the selected account. */
export function Ledger() {
  const { account } = useSandbox();
  const pages = useRowPages('/credits/ledger', everyEntry, rowsOf, keyOf);
  return (
    <section>
      <h2>Credit history of {account?.domain.name}</h2>
      <p class="lead">
        {account?.credits.toLocaleString('en')} {account?.credits === 1 ? 'credit' : 'credits'} left. Live
        verifications use them up.
      </p>
      <Problem text={pages.problem} />
      <Table columns={['Time', 'Reason', ['Change', 'number'], ['Balance', 'number']]}>
        {pages.rows?.map(({ at, change, balance, reason, verificationId }, index) => (
          <tr key={index}>
            <td class="mono nowrap">{dateAndTime(at)}</td>
            <td>
              {reason}{' '}
              {verificationId !== undefined && (
                <a class="mono break" href={hrefOf('verification', verificationId, {})}>
                  {verificationId}
                </a>
              )}
            </td>
            <td class="number" data-label="Change">
              {change.toLocaleString('en', { signDisplay: 'exceptZero' })}
            </td>
            <td class="number" data-label="Balance">
              {balance.toLocaleString('en')}
            </td>
          </tr>
        ))}
      </Table>
      <MoreRows pages={pages} />
    </section>
  );
}
