import { type AddressResult, addressResults, type Environment, parseAddress } from '@mailrig/contract';
import { type AddressFinding, scoped } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { callOption } from './call-option.ts';
import type { Settings } from './context.ts';
import { applyRules, completed } from './verifier.ts';

/** One environment of one account: it has its own cache and statistics (A67). */
export interface VerificationScope {
  readonly accountId: string;
  readonly environment: Environment;
}

/** The comparison key of an address: all spellings of it share one. */
export function addressKey(email: string): string {
  return parseAddress(email)?.key ?? email;
}

/** The cached result of an address, from the last 24 hours (A99). */
export function cachedFinding(
  store: Store,
  scope: VerificationScope,
  key: string,
): AddressFinding | undefined {
  const known = store.verifiedAddresses.get(scoped(scope.accountId, scope.environment, key));
  return known && store.clock.now() < known.cachedUntil ? known.finding : undefined;
}

/** Verifies an address now and caches the result. */
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

/** Empties the cache of an account; the statistics stay (A113). */
export function forgetCached(store: Store, accountId: string): void {
  const addresses = store.verifiedAddresses.select(['account', accountId]);
  const now = store.clock.now();
  for (const address of addresses.newest(0, addresses.count)) {
    if (now < address.cachedUntil) store.verifiedAddresses.replace({ ...address, cachedUntil: now });
  }
}

/** Counts the addresses by their latest result. */
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
  if (override) return completed(key, settings.disposable, override);
  const result = askVerifier(store, settings, key);
  return result === undefined
    ? applyRules(key, settings.disposable)
    : completed(key, settings.disposable, { result });
}

/** Batches call the verifier while the clock moves: its errors must not stop the clock or the batch. */
function askVerifier(store: Store, settings: Settings, key: string): AddressResult | undefined {
  try {
    return callOption('verifier', settings.verifier, key, addressResults);
  } catch (error) {
    store.log('sandbox.error', { error: `The verifier failed for ${key}: ${String(error)}` });
    return undefined;
  }
}
