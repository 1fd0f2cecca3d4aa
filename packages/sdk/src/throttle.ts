/** Holds requests back, for example to stay within a rate that several processes share. */
export interface Throttle {
  /**
   * Called before each attempt, which leaves when the promise resolves. The wait counts towards
   * `totalTimeout`, not towards `timeout`.
   *
   * @param signal Aborts when the call is given up; stop waiting then.
   */
  acquire(signal: AbortSignal): Promise<void>;
}

/** Waits until the throttle lets a request through or the call ends; never throws. */
export function waitForTurn(
  throttle: Throttle,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly cause: unknown } | undefined> {
  return new Promise((resolve) => {
    const onAbort = () => resolve({ cause: signal.reason });
    signal.addEventListener('abort', onAbort, { once: true });
    (async () => throttle.acquire(signal))()
      .then(
        () => resolve(undefined),
        (cause: unknown) => resolve({ cause }),
      )
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
