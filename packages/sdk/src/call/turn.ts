import type { EndTurn, Throttle } from '../throttle.ts';

/** Whether the request may leave; a failure where the throttle failed or the call ended before. */
export type Turn = { readonly end: EndTurn } | { readonly cause: unknown };

/** Waits until the throttle lets a request through or the call ends; never throws. */
export function waitForTurn(
  throttle: Throttle,
  signal: AbortSignal = new AbortController().signal,
): Promise<Turn> {
  return new Promise((resolve) => {
    let left = false;
    const onAbort = () => {
      left = true;
      resolve({ cause: signal.reason });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    (async () => throttle.acquire(signal))()
      .then(
        (turn) => {
          const end: EndTurn = (sent, headers) => {
            try {
              turn?.(sent, headers);
            } catch {
              // The request is done, whatever becomes of the throttle.
            }
          };
          if (left) end(false);
          else resolve({ end });
        },
        (cause: unknown) => resolve({ cause }),
      )
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
