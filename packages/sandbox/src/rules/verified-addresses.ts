import { type AddressResult, addressResults, parseAddress } from '@mailrig/contract';
import type { Environment } from '../state/fields.ts';
import type { AddressFinding } from '../state/records.ts';
import { scoped, type Store } from '../state/store.ts';
import { givenBy } from './callbacks.ts';
import type { Settings } from './context.ts';
import { judge, settled } from './verifier.ts';

/** Whose verifications: cache and statistics are those of one environment of one account (decision A67). */
export interface VerificationScope {
  readonly accountId: string;
  readonly environment: Environment;
}

/** What spellings of one address share. */
export function addressKey(email: string): string {
  return parseAddress(email)?.key ?? email;
}

/** The finding of the last 24 hours about an address; `undefined` where it is new (decision A99). */
export function cachedFinding(
  store: Store,
  scope: VerificationScope,
  key: string,
): AddressFinding | undefined {
  const known = store.verifiedAddresses.get(scoped(scope.accountId, scope.environment, key));
  return known && store.clock.now() < known.cachedUntil ? known.finding : undefined;
}

/** Verifies an address now and keeps what is found. */
export function verifyAddress(
  store: Store,
  settings: Settings,
  { accountId, environment }: VerificationScope,
  key: string,
): AddressFinding {
  const finding = Object.freeze(findingOf(store, settings, accountId, key));
  const cachedUntil = store.clock.now() + settings.limits.verificationLifetime;
  store.verifiedAddresses.put({ accountId, environment, key, finding, cachedUntil });
  return finding;
}

/** Makes every address of an account new; what the statistics count stays (decision A113). */
export function forgetCached(store: Store, accountId: string): void {
  const addresses = store.verifiedAddresses.select(['account', accountId]);
  const now = store.clock.now();
  for (const address of addresses.newest(0, addresses.count)) {
    if (now < address.cachedUntil) store.verifiedAddresses.replace({ ...address, cachedUntil: now });
  }
}

/** How many addresses have each result as their latest. */
export function countByResult(
  store: Store,
  { accountId, environment }: VerificationScope,
): Readonly<Record<AddressResult, number>> {
  const counts = addressResults.map((result) => [
    result,
    store.verifiedAddresses.select(['result', scoped(accountId, environment, result)]).count,
  ]);
  return Object.fromEntries(counts) as Record<AddressResult, number>;
}

function findingOf(store: Store, settings: Settings, accountId: string, key: string): AddressFinding {
  const override = store.verificationOverrides.get(scoped(accountId, key));
  if (override) return settled(key, settings.disposable, override);
  const result = askVerifier(store, settings, key);
  return result === undefined
    ? judge(key, settings.disposable)
    : settled(key, settings.disposable, { result });
}

/** A batch asks while the clock moves: a verifier that fails must neither stop the clock nor strand the batch. */
function askVerifier(store: Store, settings: Settings, key: string): AddressResult | undefined {
  try {
    return givenBy('verifier', settings.verifier, key, addressResults);
  } catch (error) {
    store.log('sandbox.error', { error: `The verifier failed for ${key}: ${String(error)}` });
    return undefined;
  }
}
