import { type AccountView, createAccount, listAccounts, type NewAccountInput } from '../control/accounts.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The accounts of a sandbox: each a domain with its own keys and records. */
export class AccountsControls extends ScopedControls {
  /** Oldest first; the default account is among them. */
  list(): readonly AccountView[] {
    return invoke(listAccounts, this.scope, {}).accounts;
  }

  /** Opens an account; without `keys` it gets one of each environment. */
  create(account: NewAccountInput): AccountView {
    return invoke(createAccount, this.scope, account);
  }
}
