import { isRateLimit, journal } from './places.ts';
import { choicesIn, type Step } from './steps.ts';

/** Whether the requests of some runs met. */
export interface Meetings {
  /** Whether two of them waited at the same time, so that another one could have passed. */
  readonly sameTime: boolean;
  /** Whether one looked at what another one changed, and neither followed from the other. */
  readonly samePlace: boolean;
}

/** Adds those of a run. */
export function meetingsIn(steps: readonly Step[], known: Meetings): Meetings {
  return {
    sameTime: known.sameTime || hasChoice(steps),
    samePlace: known.samePlace || hasMeeting(steps),
  };
}

/** Whether requests or answers had a choice. Which task starts first is none if the other one makes no request. */
function hasChoice(steps: readonly Step[]): boolean {
  return choicesIn(steps).some(({ kind }) => kind !== 'start');
}

function hasMeeting(steps: readonly Step[]): boolean {
  const requests = steps.filter(({ kind }) => kind === 'request');
  return requests.some(({ path, changed }) => {
    const places = [...changed].filter((place) => place !== journal && !isRateLimit(place));
    return requests.some(
      (other) =>
        !isBehind(other.path, path) &&
        !isBehind(path, other.path) &&
        places.some((place) => other.looked.has(place)),
    );
  });
}

/** Whether one step follows from another one, or is the same. */
function isBehind(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}
