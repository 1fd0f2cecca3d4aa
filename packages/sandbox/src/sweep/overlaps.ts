import { isRateLimit, journal } from './places.ts';
import type { Step } from './steps.ts';

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
