import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { ledgerOf, setCredits } from '../rules/credits.ts';
import type { CreditEntry, CreditReason } from '../state/records.ts';
import { accountOf } from './context.ts';
import { everything, ScopedControls } from './scoped-controls.ts';
import { pageFields, type PageView } from './selection-page.ts';
import { invoke, type Verb } from './verb.ts';

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

/** Which page of the changes. */
interface LedgerPage {
  /** Maximum number of changes. Default: all. */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: number | undefined;
}

/** Some changes of the credits of an account. */
export interface LedgerView extends PageView {
  /** Newest first. */
  readonly entries: readonly CreditEntryView[];
}

export const getLedger: Verb<LedgerPage, LedgerView> = {
  method: 'GET',
  path: '/credits/ledger',
  summary: 'Every change of the credits of the account, newest first; with `limit`, page by page',
  input: z.object(pageFields),
  run: (context, { limit = everything, cursor }) => {
    const ledger = ledgerOf(context.service.store, accountOf(context).id);
    // The cursor is a position in the ledger, which only grows.
    const end = Math.min(cursor ?? ledger.count, ledger.count);
    const next = Math.max(0, end - limit);
    return {
      entries: ledger.newest(ledger.count - end, end - next).map(entryView),
      ...(cursor === undefined && { total: ledger.count }),
      ...(next > 0 && limit > 0 && { cursor: String(next) }),
    };
  },
};

function entryView({ at, change, balance, reason, verificationId }: CreditEntry): CreditEntryView {
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

  /** Sets the balance: a whole number, not below 0. */
  set(balance: number): void {
    invoke(setBalance, this.context, { balance });
  }

  /** Every change, newest first. */
  ledger(): readonly CreditEntryView[] {
    return invoke(getLedger, this.context, {}).entries;
  }
}
