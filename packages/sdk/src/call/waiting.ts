import { AbortError, TimeoutError } from '../errors/client-errors.ts';
import { openScope } from './scope.ts';

/** What ends a wait early. */
export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. `undefined` for no limit. */
  readonly totalTimeout?: number | undefined;
}

/** A wait under way. */
export interface Waiting {
  /** Aborts when the wait ends early. */
  readonly signal: AbortSignal | undefined;
  /** Requests so far; the run counts them. */
  attempts: number;
}

/**
 * Runs a wait that polls.
 *
 * @throws AbortError if the signal ended it, TimeoutError if it took too long, and the errors of `run`.
 */
export async function waitWithin<T>(
  operation: string,
  { signal, totalTimeout }: WaitLimits,
  run: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const scope = openScope(signal, totalTimeout);
  const waiting: Waiting = { signal: scope.signal, attempts: 0 };
  try {
    return await run(waiting);
  } catch (error) {
    const facts = { operation, attempts: waiting.attempts, outcome: 'unknown' } as const;
    switch (scope.endedBy()) {
      case 'signal':
        throw new AbortError({ ...facts, cause: signal?.reason });
      case 'totalTimeout':
        throw new TimeoutError('totalTimeout', totalTimeout ?? 0, facts);
      default:
        throw error;
    }
  } finally {
    scope.close();
  }
}
