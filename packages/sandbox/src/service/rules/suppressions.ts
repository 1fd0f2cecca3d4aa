import { type Suppression, scoped } from '../state/records.ts';
import type { Store } from '../state/store.ts';

/** Adds an address to the suppression list of its domain; an existing entry stays (A52). */
export function addSuppression(store: Store, entry: Omit<Suppression, 'createdAt'>): Suppression {
  const { accountId, key, email } = entry;
  const known = store.suppressions.get(scoped(accountId, key));
  if (known) return known;
  const added = store.suppressions.insert({ ...entry, createdAt: store.clock.now() });
  store.log('suppression.added', { accountId, email });
  return added;
}

/** Removes an address from the list; returns false if it was not on it. */
export function removeSuppression(store: Store, accountId: string, key: string): boolean {
  const removed = store.suppressions.delete(scoped(accountId, key));
  if (removed) store.log('suppression.removed', { accountId, email: removed.email });
  return removed !== undefined;
}

/** Counts a send that was refused because an address is on the list. */
export function countRefusedSend(store: Store, accountId: string, key: string): void {
  const known = store.suppressions.get(scoped(accountId, key));
  if (known) store.suppressions.replace({ ...known, refusedSends: (known.refusedSends ?? 0) + 1 });
}
