import { type CreditEntryView, getCredits, getLedger, setBalance } from '../control/credits.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The credits of an account, which live verifications use. */
export class CreditControls extends ScopedControls {
  /** Credits left. */
  balance(): number {
    return invoke(getCredits, this.scope, {}).balance;
  }

  /** Gives the account another balance: a whole number, not below 0. */
  set(balance: number): void {
    invoke(setBalance, this.scope, { balance });
  }

  /** Every change, newest first. */
  ledger(): readonly CreditEntryView[] {
    return invoke(getLedger, this.scope, {}).entries;
  }
}
