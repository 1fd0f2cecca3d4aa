import type { Journal } from '../../src/index.ts';

/** A journal in memory, with its entries for the test to see. */
export function memoryJournal(entries: string[] = []): Journal & { readonly entries: string[] } {
  return {
    entries,
    read: () => entries,
    append: async (more) => void entries.push(...more),
  };
}
