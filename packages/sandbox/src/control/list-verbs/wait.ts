import { inSteps, type Steps } from '../../service/kernel/steps.ts';
import { sleep } from '../../service/kernel/timers.ts';
import type { ControlContext } from '../context.ts';

/**
 * Searches messages until some are found, `wait` ms of real time have passed or the caller leaves. After the first
 * search, and unless the whole state is replaced, it reads only messages that are new or have changed.
 */
export async function searchUntilFound<T extends { readonly total?: number }>(
  { service: { store }, signal }: ControlContext,
  wait: number,
  search: (ids?: ReadonlySet<string>) => Steps<T>,
): Promise<T> {
  let changed = new Set<string>();
  let isReplaced = true;
  let woken = Promise.withResolvers<void>();
  const searchAgain = (id: string) => {
    changed.add(id);
    woken.resolve();
  };
  const stops = [
    store.listen(({ data: { id } }) => {
      if (typeof id === 'string') searchAgain(id);
    }),
    store.observers.add({
      changed: (source) => {
        if (source !== 'state') return;
        isReplaced = true;
        woken.resolve();
      },
    }),
    // A further request with the key of a message changes how many attempts it took, of which there is no event.
    store.requests.subscribe(({ sentId, attempt = 1 }) => {
      if (sentId !== undefined && attempt > 1) searchAgain(sentId);
    }),
  ];
  const ended = new AbortController();
  const end = () => ended.abort();
  let isOver = false;
  void sleep(wait, ended.signal).then(() => {
    isOver = true;
    woken.resolve();
  });
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    for (;;) {
      const isLast = isOver;
      store.clock.settle();
      const ids = changed;
      changed = new Set();
      const steps = isReplaced ? search() : search(ids);
      isReplaced = false;
      const found = await inSteps(steps);
      // What was found may be gone with the rest of the earlier state.
      if (isReplaced) continue;
      if (found.total !== 0 || isLast) return found;
      await woken.promise;
      woken = Promise.withResolvers();
    }
  } finally {
    for (const stop of stops) stop();
    signal?.removeEventListener('abort', end);
    end();
  }
}
