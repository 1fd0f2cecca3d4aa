import { after, now } from '../runtime.ts';

/** What can end a call from outside its attempts: the caller's signal and the total timeout. */
export interface Scope {
  /** Aborts when the call is to end; absent if nothing can end it. */
  readonly signal: AbortSignal | undefined;
  /** Which of the two ended the call; `undefined` while neither has. */
  endedBy(): 'signal' | 'totalTimeout' | undefined;
  /** Reason of the caller's signal. */
  reason(): unknown;
  /** Milliseconds that the call may take; `undefined` without a total timeout. */
  readonly totalTimeout: number | undefined;
  /** Milliseconds that are left; `Infinity` without a total timeout. */
  remaining(): number;
  /** Releases the timer and the caller's signal. */
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
