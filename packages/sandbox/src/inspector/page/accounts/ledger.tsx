import { counted, dateAndTime } from '../format.ts';
import { RowTable } from '../parts/row-table.tsx';
import { hrefOf } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useSandbox } from '../sandbox-context.ts';

/** The credit history of the selected account. */
export function Ledger() {
  const { account } = useSandbox();
  const pages = useRowPages('listCreditEntries');
  return (
    <section>
      <h2>Credit history of {account?.domain.name}</h2>
      <p class="lead">{counted(account?.credits ?? 0, 'credit')} left. Live verifications use them up.</p>
      <RowTable
        pages={pages}
        columns={['Time', 'Reason', ['Change', 'number'], ['Balance', 'number']]}
        empty={['No changes yet', 'Every change of the credits appears here.']}
      >
        {({ at, change, balance, reason, verificationId }) => (
          <>
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
          </>
        )}
      </RowTable>
    </section>
  );
}
