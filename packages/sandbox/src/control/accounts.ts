import { asciiDomain, formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { insertKey, keyPattern, type NewAccount, type NewKey, openAccount } from '../operations/accounts.ts';
import { setCredits } from '../operations/credits.ts';
import { environment } from '../state/record-schemas.ts';
import type { Account, ApiKey, Environment } from '../state/records.ts';
import { time } from './fields.ts';
import { ControlError, notFound } from './refusal.ts';
import { accountOf, covers, type Scope, type Verb } from './verb.ts';

/** An API key, whole: the control plane is for whoever owns the sandbox. */
export interface KeyView {
  readonly key: string;
  readonly environment: Environment;
  readonly status: 'active' | 'revoked' | 'expired';
  /** ISO 8601; absent where it does not expire. */
  readonly expiresAt?: string;
}

/** An account: one domain with everything that belongs to it. */
export interface AccountView {
  readonly id: string;
  readonly domain: { readonly name: string; readonly dnsVerified: boolean; readonly active: boolean };
  /** Credits left for verification. */
  readonly credits: number;
  readonly keys: readonly KeyView[];
}

/** A key to create, as callers write it. */
export interface NewKeyInput extends Omit<NewKey, 'expiresAt'> {
  /** `live` sends, `test` simulates; must agree with how `key` begins. */
  readonly environment: Environment;
  /** ISO 8601, or milliseconds since 1970-01-01T00:00:00Z. Default: never. */
  readonly expiresAt?: string | number | undefined;
}

/** An account to create, as callers write it. */
export interface NewAccountInput extends Omit<NewAccount, 'domain' | 'keys'> {
  /** The domain that the account sends from. */
  readonly domain: {
    /** For example `example.org`. */
    readonly name: string;
    /** Whether its DNS records were found. Default true; without them sends are refused. */
    readonly dnsVerified?: boolean | undefined;
    /** Whether it may send at all. Default true. */
    readonly active?: boolean | undefined;
  };
  /** Default: one of each environment. */
  readonly keys?: readonly NewKeyInput[] | undefined;
}

const credits = z.int().check(z.gte(0));

const newKey = z.object({
  key: z.optional(
    z.string().check(
      z.refine((key) => keyPattern.test(key), {
        error: 'must look like sk_live_… or sk_test_…',
      }),
    ),
  ),
  environment,
  expiresAt: z.optional(time),
});

const domainState = {
  dnsVerified: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
};

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
  run: (scope) => ({
    accounts: scope.service.store.accounts.all().map((account) => accountView(scope, account)),
  }),
};

export const createAccount: Verb<NewAccount, AccountView> = {
  method: 'POST',
  path: '/accounts',
  summary: 'Open an account',
  input: newAccount,
  status: 201,
  run: (scope, account) => {
    const { store } = scope.service;
    const named = new Set<string>();
    for (const [index, key] of (account.keys ?? []).entries()) {
      const field = `keys[${index}].key`;
      checkNewKey(scope, key, field);
      if (key.key === undefined) continue;
      if (named.has(key.key)) throw existing(field);
      named.add(key.key);
    }
    const { id, domain } = openAccount(store, account);
    store.log('account.created', { accountId: id, domain: domain.name });
    return getAccount.run(scope, { id });
  },
};

const accountId = z.object({ id: z.string() });

/** Names an account. */
interface AccountReference {
  /** Its id, one of its keys, or `default`. */
  readonly id: string;
}

export const getAccount: Verb<AccountReference, AccountView> = {
  method: 'GET',
  path: '/accounts/{id}',
  summary: 'One account, by its id, by one of its keys, or `default`',
  input: accountId,
  run: (scope, { id }) => accountView(scope, findAccount(scope, id)),
};

/** What may be changed of an account. */
export interface AccountChange {
  /** Its id, one of its keys, or `default`. */
  readonly id: string;
  /** New balance for verification, not a difference. */
  readonly credits?: number | undefined;
  /** What to change of its domain; what is absent stays. */
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
  run: (scope, { id, credits: balance, domain: change = {} }) => {
    const { store } = scope.service;
    const { id: accountId } = findAccount(scope, id);
    if (balance !== undefined) setCredits(store, accountId, balance);
    const account = findAccount(scope, accountId);
    const { name, ...before } = account.domain;
    const { dnsVerified = before.dnsVerified, active = before.active } = change;
    if (dnsVerified === before.dnsVerified && active === before.active) return accountView(scope, account);
    const changed = store.accounts.replace({
      ...account,
      domain: Object.freeze({ name, dnsVerified, active }),
    });
    store.log('domain.updated', { accountId, domain: name, dnsVerified, active });
    return accountView(scope, changed);
  },
};

export const createKey: Verb<NewKey & AccountReference, KeyView> = {
  method: 'POST',
  path: '/accounts/{id}/keys',
  summary: 'Create an API key',
  input: z.extend(newKey, { id: z.string() }),
  status: 201,
  run: (scope, { id, ...key }) => {
    const account = findAccount(scope, id);
    checkNewKey(scope, key);
    return keyView(scope, logged(scope, 'created', insertKey(scope.service.store, account.id, key)));
  },
};

const keyText = z.object({ key: z.string() });

/** Names an API key. */
interface KeyReference {
  /** The key itself, for example `sk_live_sandbox`. */
  readonly key: string;
}

export const revokeKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/revoke',
  summary: 'Revoke an API key for good',
  input: keyText,
  status: 200,
  run: (scope, { key }) =>
    keyView(
      scope,
      logged(scope, 'revoked', scope.service.store.keys.replace({ ...findKey(scope, key), revoked: true })),
    ),
};

export const expireKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/expire',
  summary: 'Let an API key expire now',
  input: keyText,
  status: 200,
  run: (scope, { key }) => {
    const { store } = scope.service;
    const expired = store.keys.replace({ ...findKey(scope, key), expiresAt: store.clock.now() });
    return keyView(scope, logged(scope, 'expired', expired));
  },
};

export const rotateKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/rotate',
  summary: 'Revoke an API key and create another of the same environment',
  input: keyText,
  status: 201,
  run: (scope, { key }) => {
    const { accountId: id, environment: side } = findKey(scope, key);
    revokeKey.run(scope, { key });
    const created = insertKey(scope.service.store, id, { environment: side });
    return keyView(scope, logged(scope, 'created', created));
  },
};

/** The account with this id or key; `default` is that of the scope. */
export function findAccount(scope: Scope, idOrKey: string): Account {
  const { store } = scope.service;
  if (idOrKey === 'default') return accountOf(scope);
  const account = store.accounts.get(idOrKey) ?? store.accounts.get(store.keys.get(idOrKey)?.accountId ?? '');
  if (!account) throw notFound('account with this id or key');
  return account;
}

/** Keys of an account, oldest first. */
export function keysOf(scope: Scope, id: string): ApiKey[] {
  const keys = scope.service.store.keys.select(['account', id]);
  return keys.newest(0, keys.count).reverse();
}

export function keyView(scope: Scope, { key, environment: side, revoked, expiresAt }: ApiKey): KeyView {
  const expired = expiresAt !== undefined && scope.service.store.clock.now() >= expiresAt;
  return {
    key,
    environment: side,
    status: revoked ? 'revoked' : expired ? 'expired' : 'active',
    ...(expiresAt !== undefined && { expiresAt: formatTimestamp(expiresAt) }),
  };
}

function accountView(scope: Scope, { id, domain, credits: balance }: Account): AccountView {
  return { id, domain, credits: balance, keys: keysOf(scope, id).map((key) => keyView(scope, key)) };
}

function findKey(scope: Scope, text: string): ApiKey {
  const key = scope.service.store.keys.get(text);
  if (!key || !covers(scope, key.accountId)) throw notFound('such API key');
  return key;
}

/** Tells what happened to a key, without the key itself: it is a secret. */
function logged(scope: Scope, what: 'created' | 'revoked' | 'expired', key: ApiKey): ApiKey {
  const { accountId: id, environment: side } = key;
  scope.service.store.log(`key.${what}`, { accountId: id, environment: side });
  return key;
}

function checkNewKey(scope: Scope, { key, environment: side }: NewKey, field = 'key'): void {
  if (key === undefined) return;
  if (!key.startsWith(`sk_${side}_`)) {
    throw new ControlError(400, 'VALIDATION_ERROR', `${field} must begin with sk_${side}_`, { field });
  }
  if (scope.service.store.keys.get(key)) throw existing(field);
}

function existing(field: string): ControlError {
  return new ControlError(409, 'ALREADY_EXISTS', `${field} exists already`, { field });
}
