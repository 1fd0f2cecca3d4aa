import type { Store } from '../service/state/store.ts';

/** The locations of a service that some code read and wrote: a record by one of its names, a set, a table. */
export interface Footprint {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
}

export const emptyFootprint = (): Footprint => ({ reads: new Set(), writes: new Set() });

/** The location that stands for the request log and for the event log. */
export const requestLog = 'requestLog';

/** Whether a location only counts requests against their rate limit: up to the limit, their order does not matter. */
export const isRateLimit = (location: string) => location.startsWith('rateWindows');

/** The location of a clock that code moves. The passing of time is a separate step. */
export const clock = 'clock';

/** What a store has besides records, and one step may change for another. */
const settings = ['wire', clock];

/** Adds what is read and written in a store to the current footprint, if there is one. */
export function watchLocations(store: Store, current: () => Footprint | undefined): void {
  store.observers.add({
    read: (source, index, name) => current()?.reads.add(locationOf(source, index, name)),
    changed: (source, record) => {
      const { writes } = current() ?? {};
      if (!record && settings.includes(source)) writes?.add(source);
      if (!writes || !record) return;
      for (const [index, name] of record.table.locationsOf(record.before, record.after))
        writes.add(locationOf(source, index, name));
    },
  });
}

const locationOf = (source: string, index: string, name: string): string =>
  index === '' ? source : `${source} ${index} ${name}`;
