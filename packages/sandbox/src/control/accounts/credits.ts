import { formatTimestamp } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import type { CreditEntry, CreditReason } from '../../service/state/records.ts';
import { getAccount, updateAccount } from './accounts.ts';
import { accountOf, ScopedControls } from '../context.ts';
import { recordsOf, listVerb, type ListVerb, rowsOf } from '../list-verbs/list.ts';
import { invoke } from '../verb.ts';

/** One change of the credits of an account. */
export interface CreditEntryView {
  /** ISO 8601. */
  readonly at: string;
  /** Credits added; negative if credits were taken. */
  readonly change: number;
  /** Credits left after it. */
  readonly balance: number;
  /** `opening` of the account, a paid `verification`, or `set` by hand. */
  readonly reason: CreditReason;
  /** The verification that was paid for. */
  readonly verificationId?: string;
}

export const listCreditEntries: ListVerb<object, 'entries', CreditEntryView> = listVerb({
  path: '/credits/ledger',
  summary: 'Every change of the credits of the account, newest first',
  name: 'entries',
  fields: {},
  find: (context) => {
    const { creditEntries } = context.service.store;
    const { id } = accountOf(context);
    return {
      ...recordsOf(creditEntries, (range) => creditEntries.select(['account', id], range)),
      row: entryView,
    };
  },
});

function entryView(entry: CreditEntry): CreditEntryView {
  const { accountId: _account, position: _position, ...view } = entry;
  view satisfies Within<typeof view, CreditEntryView>;
  return { ...view, at: formatTimestamp(entry.at) };
}

/** The credits of an account, which live verifications use. */
export class CreditControls extends ScopedControls {
  /** Credits left. */
  balance(): number {
    return invoke(getAccount, this.context, { id: 'default' }).credits;
  }

  /**
   * Sets the balance: a whole number, not below 0.
   *
   * @param balance Credits from now on.
   */
  set(balance: number): void {
    invoke(updateAccount, this.context, { id: 'default', credits: balance });
  }

  /** Every change, newest first. */
  ledger(): readonly CreditEntryView[] {
    return rowsOf(listCreditEntries, this.context, {});
  }
}
