import type { Store } from '../service/state/store.ts';

const listeners = new WeakMap<Store, Set<() => void>>();

/** Says that the control plane changed something, even if that is no event, such as a deletion. */
export function announceChange(store: Store): void {
  for (const listener of listeners.get(store) ?? []) listener();
}

/** Calls `listener` after each change by the control plane until the returned function is called. */
export function watchChanges(store: Store, listener: () => void): () => void {
  const known = listeners.get(store) ?? new Set();
  listeners.set(store, known.add(listener));
  return () => void known.delete(listener);
}
