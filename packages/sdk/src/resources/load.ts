import type * as Later from './later.ts';

/**
 * Loads a part of the client when it is used first.
 *
 * @param name Its name in `later.ts`.
 */
export function later<Name extends keyof typeof Later>(name: Name): () => Promise<(typeof Later)[Name]> {
  return async () => (await import('./later.ts'))[name];
}
