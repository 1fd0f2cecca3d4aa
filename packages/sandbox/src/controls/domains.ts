import { type AccountView, updateAccount } from '../control/accounts.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The domain of an account. */
export class DomainControls extends ScopedControls {
  /** Verifies its DNS records or not, activates it or not. */
  update(domain: { readonly dnsVerified?: boolean; readonly active?: boolean }): AccountView['domain'] {
    return invoke(updateAccount, this.scope, { id: this.scope.accountId, domain }).domain;
  }
}
