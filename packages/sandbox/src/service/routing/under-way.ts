import type { Store } from '../state/store.ts';

const counts = new WeakMap<Store, number>();

/** Requests to the API or the upload store that have no response yet. */
export function underWay(store: Store): number {
  return counts.get(store) ?? 0;
}

/** Counts a request as under way until its response is ready. */
export async function whileUnderWay<T>(store: Store, work: () => Promise<T>): Promise<T> {
  counts.set(store, underWay(store) + 1);
  try {
    return await work();
  } finally {
    counts.set(store, underWay(store) - 1);
  }
}
