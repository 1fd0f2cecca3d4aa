import type { Store } from '../service/state/store.ts';

/** The places of a service that some code looked at and changed: a record by one of its names, a set, a table. */
export interface Footprint {
  readonly looked: Set<string>;
  readonly changed: Set<string>;
}

export function emptyFootprint(): Footprint {
  return { looked: new Set(), changed: new Set() };
}

/** The place that stands for the request log and for the event log. */
export const requestLog = 'requestLog';

/** Whether a place only counts requests against their rate limit: up to the limit, their order does not matter. */
export function isRateLimit(place: string): boolean {
  return place.startsWith('rateWindows');
}

/** The place that stands for a clock that somebody moved; that time passes is a step of its own. */
export const clock = 'clock';

/** The parts of a store without records that steps may change for each other. */
const parts = ['wire', clock];

/** Watches a store: `now` returns the footprint to add to, if there is one. */
export function watchPlaces(store: Store, now: () => Footprint | undefined): void {
  store.observers.add({
    looked: (source, index, name) => now()?.looked.add(placeOf(source, index, name)),
    changed: (source, record) => {
      const { changed } = now() ?? {};
      if (!record && parts.includes(source)) changed?.add(source);
      if (!changed || !record) return;
      for (const [index, name] of record.table.placesOf(record.before, record.after))
        changed.add(placeOf(source, index, name));
    },
  });
}

function placeOf(source: string, index: string, name: string): string {
  return index === '' ? source : `${source} ${index} ${name}`;
}
