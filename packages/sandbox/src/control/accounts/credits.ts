import { formatTimestamp } from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { setCredits } from '../../service/rules/credits.ts';
import type { CreditEntry, CreditReason } from '../../service/state/records.ts';
import { accountOf } from '../context.ts';
import { recordsOf, listVerb, type ListVerb, rowsOf } from '../list-verbs/list.ts';
import { ScopedControls } from '../scoped-controls.ts';
import { invoke, type Verb } from '../verb.ts';

/** The credits that an account has left for verification. */
export interface CreditsView {
  /** Credits left; a whole number. */
  readonly balance: number;
}

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

export const getCredits: Verb<void, CreditsView> = {
  method: 'GET',
  path: '/credits',
  summary: 'The credits of the account',
  run: (context) => ({ balance: accountOf(context).credits }),
};

export const setBalance: Verb<CreditsView, CreditsView> = {
  method: 'PUT',
  path: '/credits',
  summary: 'Set the credit balance of the account',
  input: z.object({ balance: z.int().check(z.gte(0)) }),
  run: (context, { balance }) => {
    setCredits(context.service.store, accountOf(context).id, balance);
    return { balance };
  },
};

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
  const { accountId: _account, position: _position, at, change, balance, reason, ...others } = entry;
  const { verificationId, ...rest } = others;
  rest satisfies Nothing;
  return {
    at: formatTimestamp(at),
    change,
    balance,
    reason,
    ...(verificationId !== undefined && { verificationId }),
  };
}

/** The credits of an account, which live verifications use. */
export class CreditControls extends ScopedControls {
  /** Credits left. */
  balance(): number {
    return invoke(getCredits, this.context, {}).balance;
  }

  /**
   * Sets the balance: a whole number, not below 0.
   *
   * @param balance Credits from now on.
   */
  set(balance: number): void {
    invoke(setBalance, this.context, { balance });
  }

  /** Every change, newest first. */
  ledger(): readonly CreditEntryView[] {
    return rowsOf(listCreditEntries, this.context, {});
  }
}
