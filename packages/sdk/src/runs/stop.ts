import { after } from '../runtime/time.ts';

/** Milliseconds that requests under way may still take after a run was stopped. */
const grace = 5_000;

/** Ends a run in two steps. */
export type Stop = ReturnType<typeof stopOf>;

/**
 * Stops a run in two steps: waits and polls end at once, but a request that changes something gets five
 * seconds to finish, so that its outcome is known.
 *
 * @param outer The caller's signal.
 */
export function stopOf(outer: AbortSignal | undefined) {
  const waits = new AbortController();
  const requests = new AbortController();
  let cancel: () => void = () => undefined;
  const stop = () => {
    if (waits.signal.aborted) return;
    cancel = after(grace, () => requests.abort(outer?.reason));
    waits.abort(outer?.reason);
  };
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  return {
    /** Ends waits, polls and the reading of the source. */
    waits: waits.signal,
    /** Ends requests that change something. */
    requests: requests.signal,
    /** Starts nothing new. */
    stop,
    /** Stops the timer and the listener on the caller's signal. */
    close(): void {
      cancel();
      outer?.removeEventListener('abort', stop);
    },
  };
}
