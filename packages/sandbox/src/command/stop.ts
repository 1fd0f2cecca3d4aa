import { watchWrapper } from './wrapper.ts';

/** The end of a server. */
export interface Stop {
  /** Resolves when the server should close. */
  readonly requested: Promise<void>;
  /** Stops looking for reasons to close. */
  readonly cancel: () => void;
}

/**
 * Waits for SIGINT, SIGTERM or SIGHUP, and for the end of the npx, npm run or pnpm that started the command.
 *
 * @param stay Whether to go on after the end of npx, npm run or pnpm.
 */
export function stopOf({ stay }: { readonly stay: boolean }): Stop {
  const signalled = stopSignal();
  if (stay) return { requested: signalled, cancel: () => {} };
  const { gone, stop } = watchWrapper();
  const orphaned = gone.then(() =>
    console.error(
      'mailrig-sandbox: The program that started it is gone, so it ends too. With --stay, it keeps running.',
    ),
  );
  return { requested: Promise.race([signalled, orphaned]), cancel: stop };
}

/** SIGBREAK is Ctrl+Break on Windows, which has no SIGTERM that a program could hear. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Resolves with the first signal. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // A further signal must not interrupt closing.
    for (const signal of signals) process.on(signal, () => resolve());
  });
}
