import type * as Parts from './lazy-parts.ts';

/** Loads what a first send does not need. */
export function loadParts(): Promise<typeof Parts> {
  return import('./lazy-parts.ts');
}

/**
 * Loads a part of the client when it is used first.
 *
 * @param name Its name in `lazy-parts.ts`.
 */
export function lazy<Name extends keyof typeof Parts>(name: Name): () => Promise<(typeof Parts)[Name]> {
  return async () => (await loadParts())[name];
}

/**
 * Loads the work of a run when it begins: most programs never start a run.
 *
 * @param work Makes the work from the parts that were loaded.
 */
export function lazyRun<Work>(work: (parts: typeof Parts) => Work) {
  return async () => {
    const parts = await loadParts();
    return { perform: parts.perform, work: work(parts) };
  };
}
