import { asciiDomain } from '@mailrig/contract';
import * as z from 'zod/mini';
import { type NewAccount, openAccount } from '../../service/rules/accounts.ts';
import { setCredits } from '../../service/rules/credits.ts';
import type { Account } from '../../service/state/records.ts';
import { type ControlContext, findAccount, ScopedControls } from '../context.ts';
import {
  type AccountReference,
  checkNewKey,
  existing,
  type KeyView,
  keyViews,
  newKey,
  type NewKeyInput,
} from './keys.ts';
import { byId, invoke, type Verb } from '../verb.ts';

/** An account: one domain with everything that belongs to it. */
export interface AccountView {
  /** Id of the account. */
  readonly id: string;
  /** The domain that it sends from. */
  readonly domain: {
    /** Its name, for example `example.com`. */
    readonly name: string;
    /** Whether its DNS records are verified; until then no mail is sent. */
    readonly dnsVerified: boolean;
    /** Whether it is active; otherwise no mail is sent. */
    readonly active: boolean;
  };
  /** Credits left for verification. */
  readonly credits: number;
  /** Its API keys. */
  readonly keys: readonly KeyView[];
}

/** An account to create, as callers write it. */
export interface NewAccountInput extends Omit<NewAccount, 'keys'> {
  /** Default: one of each environment. */
  readonly keys?: readonly NewKeyInput[] | undefined;
}

const credits = z.int().check(z.gte(0));

const domainState = { dnsVerified: z.optional(z.boolean()), active: z.optional(z.boolean()) };

const newAccount = z.object({
  domain: z.object({
    name: z.string().check(
      z.refine((name) => asciiDomain(name) !== undefined, {
        error: 'must be a domain, for example example.org',
      }),
    ),
    ...domainState,
  }),
  credits: z.optional(credits),
  keys: z.optional(z.array(newKey)),
});

export const listAccounts: Verb<void, { readonly accounts: readonly AccountView[] }> = {
  method: 'GET',
  path: '/accounts',
  summary: 'All accounts',
  run: (context) => ({
    accounts: context.service.store.accounts.all().map((account) => accountView(context, account)),
  }),
};

export const createAccount: Verb<NewAccount, AccountView> = {
  method: 'POST',
  path: '/accounts',
  summary: 'Open an account',
  input: newAccount,
  status: 201,
  run: (context, account) => {
    const { store } = context.service;
    const named = new Set<string>();
    for (const [index, key] of (account.keys ?? []).entries()) {
      const field = `keys[${index}].key`;
      checkNewKey(context, key, field);
      if (key.key === undefined) continue;
      if (named.has(key.key)) throw existing(field);
      named.add(key.key);
    }
    const { id, domain } = openAccount(store, account);
    store.log('account.created', { accountId: id, domain: domain.name });
    return getAccount.run(context, { id });
  },
};

export const getAccount: Verb<AccountReference, AccountView> = {
  method: 'GET',
  path: '/accounts/{id}',
  summary: 'One account, by its id, by one of its keys, or `default`',
  input: byId,
  run: (context, { id }) => accountView(context, findAccount(context, id)),
};

/** Changes to an account. */
export interface AccountChange extends AccountReference {
  /** The new balance, not a difference. */
  readonly credits?: number | undefined;
  /** Changes to its domain; absent fields stay. */
  readonly domain?:
    | {
        /** Whether its DNS records were found; without them sends are refused. */
        readonly dnsVerified?: boolean | undefined;
        /** Whether it may send at all. */
        readonly active?: boolean | undefined;
      }
    | undefined;
}

export const updateAccount: Verb<AccountChange, AccountView> = {
  method: 'PATCH',
  path: '/accounts/{id}',
  summary: 'Change the credits or the domain of an account',
  input: z.object({
    id: z.string(),
    credits: z.optional(credits),
    domain: z.optional(z.object(domainState)),
  }),
  run: (context, { id, credits: balance, domain: change = {} }) => {
    const { store } = context.service;
    const { id: accountId } = findAccount(context, id);
    if (balance !== undefined) setCredits(store, accountId, balance);
    const account = findAccount(context, accountId);
    const { name, ...before } = account.domain;
    const { dnsVerified = before.dnsVerified, active = before.active } = change;
    if (dnsVerified === before.dnsVerified && active === before.active) return accountView(context, account);
    const changed = store.accounts.replace({
      ...account,
      domain: Object.freeze({ name, dnsVerified, active }),
    });
    store.log('domain.updated', { accountId, domain: name, dnsVerified, active });
    return accountView(context, changed);
  },
};

function accountView(context: ControlContext, { id, domain, credits: balance }: Account): AccountView {
  return { id, domain, credits: balance, keys: keyViews(context, id) };
}

/** The accounts of a sandbox: each a domain with its own keys and records. */
export class AccountsControls extends ScopedControls {
  /** All accounts, including the default one; oldest first. */
  list(): readonly AccountView[] {
    return invoke(listAccounts, this.context, {}).accounts;
  }

  /** Opens an account. Without `keys` it gets one key of each environment. */
  create(account: NewAccountInput): AccountView {
    return invoke(createAccount, this.context, account);
  }
}

/** The domain of an account. */
export class DomainControls extends ScopedControls {
  /**
   * Changes whether its DNS records are verified and whether it is active.
   *
   * @param domain What to change.
   */
  update(domain: NonNullable<AccountChange['domain']>): AccountView['domain'] {
    return invoke(updateAccount, this.context, { id: 'default', domain }).domain;
  }
}
