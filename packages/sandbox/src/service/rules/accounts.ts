import { asciiDomain, type Environment, keyPrefix } from '@mailrig/contract';
import type { Account, ApiKey } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { openLedger } from './credits.ts';
import { unused } from './ids.ts';

/** A key to create. */
export interface NewKey {
  /** The key itself. Default: a random one. */
  readonly key?: string | undefined;
  /** `live` sends, `test` simulates; must match the beginning of `key`. */
  readonly environment: Environment;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt?: number | undefined;
}

/** An account to create. */
export interface NewAccount {
  /** The domain that the account sends from. */
  readonly domain: {
    /** Its name, for example `shop.example`. */
    readonly name: string;
    /** Whether its DNS records were found. Default true; without them sends are refused. */
    readonly dnsVerified?: boolean | undefined;
    /** Whether it may send at all. Default true. */
    readonly active?: boolean | undefined;
  };
  /** Credits for verification. Default 10,000. */
  readonly credits?: number | undefined;
  /** Default: one of each environment. */
  readonly keys?: readonly NewKey[] | undefined;
}

/** Opens an account with its keys. The caller must ensure that they are new and well-formed. */
export function openAccount(store: Store, { domain, credits = 10_000, keys }: NewAccount): Account {
  const account = store.accounts.insert({
    id: unused(
      () => store.random.hex(24),
      (id) => store.accounts.get(id),
    ),
    userId: store.random.hex(24),
    domain: Object.freeze({
      name: asciiDomain(domain.name) ?? domain.name,
      dnsVerified: domain.dnsVerified ?? true,
      active: domain.active ?? true,
    }),
    credits,
  });
  openLedger(store, account);
  for (const key of keys ?? [{ environment: 'live' }, { environment: 'test' }])
    insertKey(store, account.id, key);
  return account;
}

/** Adds a key to an account. */
export function insertKey(store: Store, accountId: string, { key, environment, expiresAt }: NewKey): ApiKey {
  const drawn = () =>
    unused(
      () => keyPrefix(environment) + store.random.hex(32),
      (one) => store.keys.get(one),
    );
  return store.keys.insert({
    key: key ?? drawn(),
    accountId,
    environment,
    revoked: false,
    ...(expiresAt !== undefined && { expiresAt }),
  });
}
