import { isRateLimit, journal } from './places.ts';
import type { Step } from './steps.ts';

/** Whether the requests of some runs met. */
export interface Overlaps {
  /** Whether two of them waited at the same time, so that another one could have passed. */
  readonly sameTime: boolean;
  /** Whether one looked at what another one changed, and neither followed from the other. */
  readonly samePlace: boolean;
}

/** Adds those of a run. */
export function overlapsIn(steps: readonly Step[], known: Overlaps): Overlaps {
  return {
    sameTime: known.sameTime || hasChoice(steps),
    samePlace: known.samePlace || hasConflict(steps),
  };
}

/** Whether requests or answers had a choice. Which task starts first is none if the other one makes no request. */
function hasChoice(steps: readonly Step[]): boolean {
  return steps.some(({ kind, choice }) => kind !== 'start' && choice && choice.waiting > 1);
}

function hasConflict(steps: readonly Step[]): boolean {
  const requests = steps.filter(({ kind }) => kind === 'request');
  const lookedAt = new Map<string, string[]>();
  for (const { path, looked } of requests) {
    for (const place of looked) {
      const paths = lookedAt.get(place);
      if (paths) paths.push(path);
      else lookedAt.set(place, [path]);
    }
  }
  return requests.some(({ path, changed }) =>
    [...changed].some(
      (place) =>
        place !== journal &&
        !isRateLimit(place) &&
        lookedAt.get(place)?.some((other) => !isBehind(other, path) && !isBehind(path, other)),
    ),
  );
}

/** Whether one step follows from another one, or is the same. */
function isBehind(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}
