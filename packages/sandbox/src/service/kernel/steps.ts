import { elapsed, pause } from './timers.ts';

/** Work on long lists. It yields after every small part, so that a server can answer others in between. */
export type Steps<T> = Generator<void, T>;

/** Milliseconds that work takes before it lets other requests run. */
const longestRun = 5;

/** Does all the work now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work, and lets other requests run every few milliseconds. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  let runsSince = elapsed();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (elapsed() - runsSince < longestRun) continue;
    await pause();
    runsSince = elapsed();
  }
}

/** The result of work, whether it comes in steps, later, or is there already. */
export async function resultOf<T>(work: Steps<T> | Promise<T> | T): Promise<T> {
  return isSteps(work) ? inSteps(work) : work;
}

function isSteps<T>(work: Steps<T> | Promise<T> | T): work is Steps<T> {
  return typeof work === 'object' && work !== null && Symbol.iterator in work && 'next' in work;
}
