import type { Caller } from '../call/caller.ts';

/** Reports the runs that were dropped before they started. Absent in runtimes that cannot tell. */
const dropped =
  typeof FinalizationRegistry === 'function'
    ? new FinalizationRegistry<() => void>((report) => report())
    : undefined;

/** Watches a run that has not started, so that a forgotten `await` does not pass in silence. */
export class Unstarted {
  /** @param run May be collected: neither the report nor the registry holds it. */
  constructor(run: object, caller: Caller, operation: string) {
    dropped?.register(
      run,
      () =>
        caller.warn(
          `${operation}: nothing was done, because the run was never started; await it, or loop over it with for await`,
        ),
      this,
    );
  }

  /** The run has started. */
  end(): void {
    dropped?.unregister(this);
  }
}
