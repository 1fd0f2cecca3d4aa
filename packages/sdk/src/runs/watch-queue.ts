import type { Caller } from '../call/caller.ts';
import { longWait, after } from '../runtime/time.ts';

/** Tells a run once that its calls have waited for the rate limit for a second, until something moves again. */
export function watchQueue(caller: Pick<Caller, 'queued'>, onWait: () => void) {
  let cancel: () => void = () => undefined;
  let isTold = false;
  let hasMoved = false;
  const look = () => {
    if (!hasMoved && !isTold && caller.queued > 0) {
      isTold = true;
      onWait();
    }
    hasMoved = false;
    cancel = after(longWait, look);
  };
  return {
    /** Begins to look at the queue, once a second. */
    watch: look,
    /** There are results. */
    moved(): void {
      hasMoved = true;
      isTold = false;
    },
    /** Stops looking. */
    end: () => cancel(),
  };
}
