import { after, now } from '../runtime.ts';

/** The lifetime of a call, which the caller's signal or the total timeout can end. */
export interface Scope {
  /** Aborts when the call ends early. `undefined` if nothing can end it early. */
  readonly signal: AbortSignal | undefined;
  /** Which of the two ended the call. `undefined` while it runs. */
  endedBy(): 'signal' | 'totalTimeout' | undefined;
  /** Abort reason of the caller's signal. */
  reason(): unknown;
  /** Time limit of the call in milliseconds. `undefined` if it has none. */
  readonly totalTimeout: number | undefined;
  /** Milliseconds left. `Infinity` without a time limit. */
  remaining(): number;
  /** Stops the timer and the listener on the caller's signal. */
  close(): void;
}

/** Starts the total timeout of one call. */
export function openScope(signal: AbortSignal | undefined, totalTimeout: number | undefined): Scope {
  const reason = (): unknown => signal?.reason;
  if (totalTimeout === undefined) {
    return {
      signal,
      reason,
      totalTimeout,
      endedBy: () => (signal?.aborted ? 'signal' : undefined),
      remaining: () => Infinity,
      close: () => undefined,
    };
  }
  const end = now() + totalTimeout;
  const controller = new AbortController();
  let ended: 'signal' | 'totalTimeout' | undefined;
  const finish = (by: 'signal' | 'totalTimeout') => {
    ended ??= by;
    controller.abort(by === 'signal' ? signal?.reason : undefined);
  };
  const onAbort = () => finish('signal');
  const cancel = after(totalTimeout, () => finish('totalTimeout'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    reason,
    totalTimeout,
    endedBy: () => ended,
    remaining: () => Math.max(0, end - now()),
    close: () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
