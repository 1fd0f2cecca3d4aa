import type { VerificationStatus } from '@mailrig/contract';
import type { Due } from '../kernel/due-queue.ts';
import { possibleSteps } from '../lifecycles/email.ts';
import type { Store } from '../state/store.ts';
import { runVerificationDue } from './batches.ts';
import type { Settings } from './context.ts';

/** The status that a batch must have for a step to apply. */
const statusBefore: ReadonlyMap<string, VerificationStatus> = new Map([
  ['verification.started', 'pending'],
  ['verification.turn', 'processing'],
]);

/** Runs one due entry. Only batches of verifications have any. */
export function runDue(store: Store, settings: Settings, due: Due): void {
  if (statusBefore.has(due.kind)) runVerificationDue(store, settings, due);
}

/** Due entries and planned events of a loaded state that can never happen; empty if there are none. */
export function dueProblems(store: Store): string[] {
  return [
    ...store.due.entries().flatMap(([, { kind, id }]) => {
      const status = statusBefore.get(kind);
      if (status === undefined) return [`due: nothing of the kind ${kind} ever happens`];
      return store.verifications.get(id)?.status === status ? [] : [`due: ${kind} cannot happen to ${id}`];
    }),
    ...store.messages.all().flatMap(({ id, status, plan }) => {
      const isOrdered = plan.every(({ after }, step) => after >= (plan[step - 1]?.after ?? 0));
      return isOrdered && possibleSteps(status, plan).length === plan.length
        ? []
        : [`messages: ${id} has a plan that cannot happen`];
    }),
  ];
}
