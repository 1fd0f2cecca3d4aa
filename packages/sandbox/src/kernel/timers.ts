/** Waits in real time, for callers who asked to wait; ends early with `signal`. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(milliseconds, 2_147_483_647));
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
  });
}

/** Real milliseconds since a fixed moment, for deadlines and durations. */
export function elapsed(): number {
  return performance.now();
}
