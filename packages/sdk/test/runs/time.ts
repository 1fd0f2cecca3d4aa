import { afterEach, beforeEach, vi } from 'vitest';

/** Freezes time for the tests of a file, for the client and for its sandboxes. */
export function freezeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: new Date('2026-01-31T09:30:00Z'),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Lets time pass until the promise is settled. */
export async function pass<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    // Hashes are computed in real time.
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(250);
  }
  return promise;
}
