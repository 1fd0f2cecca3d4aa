import * as z from 'zod/mini';
import { dueProblems } from '../rules/due.ts';
import { referenceProblems } from '../state/references.ts';
import { load, save, type SavedState, savedVersion } from '../state/saved.ts';
import type { Store } from '../state/store.ts';
import { invalid, messageOf } from './control-error.ts';
import { checkFaultRule } from './fault-effect.ts';
import type { Verb } from './verb.ts';
import { type WireChoice, wireFrom } from './wire.ts';

export const getSnapshot: Verb<void, SavedState> = {
  method: 'GET',
  path: '/snapshot',
  summary: 'The whole state of the sandbox, as JSON',
  run: ({ service }) => save(service.store),
};

export const putSnapshot: Verb<Readonly<Record<string, unknown>>, void> = {
  method: 'PUT',
  path: '/snapshot',
  summary: 'Replace the whole state with a snapshot',
  input: z.record(z.string(), z.unknown()),
  run: ({ service }, saved) => {
    if (saved['version'] !== savedVersion) throw invalid('version', `must be ${savedVersion}`);
    const before = service.store.snapshot();
    try {
      const wire = wireFrom(saved['wire'] as WireChoice);
      load(service.store, { ...saved, wire });
      if (service.store.accounts.size === 0) throw new TypeError('it has no account');
      const [problem] = problemsOf(service.store);
      if (problem !== undefined) throw new TypeError(problem);
    } catch (error) {
      service.store.restore(before);
      throw invalid('snapshot', `is damaged: ${messageOf(error)}`);
    }
  },
};

/** Contradictions in a loaded state. */
function problemsOf(store: Store): string[] {
  for (const rule of store.faults.all()) checkFaultRule(rule);
  return [...referenceProblems(store), ...dueProblems(store), ...store.check()];
}
