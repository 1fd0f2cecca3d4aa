import type { Store } from '../service/state/store.ts';
import type { Step } from './steps.ts';

/** The places of a service that some code looked at and changed: a record by one of its names, a set, a table. */
export interface Footprint {
  readonly looked: Set<string>;
  readonly changed: Set<string>;
}

export function emptyFootprint(): Footprint {
  return { looked: new Set(), changed: new Set() };
}

/** The place that stands for the journal of requests and for the event log. */
export const journal = 'journal';

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

/** Whether requests or responses of a run had a choice. Which task starts first is none if the other makes no request. */
export function hasChoice(steps: readonly Step[]): boolean {
  return steps.some(({ kind, choice }) => kind !== 'start' && choice && choice.waiting > 1);
}

/** Whether a request of a run looked at a record that another one changed, and neither followed from the other. */
export function hasConflict(steps: readonly Step[]): boolean {
  const requests = steps.filter(({ kind }) => kind === 'request');
  return requests.some(({ path, changed }) => {
    const records = [...changed].filter((place) => place !== journal && !isRateLimit(place));
    return requests.some(
      (other) =>
        !isBehind(other.path, path) &&
        !isBehind(path, other.path) &&
        records.some((place) => other.looked.has(place)),
    );
  });
}

/** Whether one step follows from another one, or is the same. */
function isBehind(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`);
}
