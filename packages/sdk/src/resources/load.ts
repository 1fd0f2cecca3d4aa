import type * as Later from './later.ts';

/** Loads what is used later than the first send: see `later.ts`. */
export function load(): Promise<typeof Later> {
  return import('./later.ts');
}

/**
 * Loads a part of the client when it is used first.
 *
 * @param name Its name in `later.ts`.
 */
export function later<Name extends keyof typeof Later>(name: Name): () => Promise<(typeof Later)[Name]> {
  return async () => (await load())[name];
}

/**
 * Loads the work of a run when it begins: most programs never start a run.
 *
 * @param work Makes the work from the parts that were loaded.
 */
export function laterRun<Work>(work: (parts: typeof Later) => Work) {
  return async () => {
    const parts = await load();
    return { perform: parts.perform, work: work(parts) };
  };
}
