import type { EndTurn, Throttle, TurnRequest } from '../throttle.ts';

/** Permission to send, or the reason for a refusal: the throttle failed, or the call ended first. */
export type Turn = { readonly end: EndTurn } | { readonly cause: unknown };

/** Waits until the throttle lets a request through or the call ends. Never rejects. */
export function waitForThrottle(
  throttle: Throttle,
  request: TurnRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Turn> {
  return new Promise((resolve) => {
    let left = false;
    const onAbort = () => {
      left = true;
      resolve({ cause: signal.reason });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    (async () => throttle.acquire(signal, request))()
      .then(
        (turn) => {
          const end: EndTurn = (...result) => {
            try {
              turn?.(...result);
            } catch {
              // The request is over; a failing throttle must not change its result.
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
