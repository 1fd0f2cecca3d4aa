/** Waits in real time, because somebody outside asked to be kept waiting; ends early with `signal`. */
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

/** Real time that has passed since some fixed moment, in milliseconds; for deadlines of waiting callers. */
export function elapsed(): number {
  return performance.now();
}
