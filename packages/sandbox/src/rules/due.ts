import type { VerificationStatus } from '@mailrig/contract';
import type { Due } from '../kernel/due-queue.ts';
import type { EmailEventType } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { runVerificationDue } from './batches.ts';
import type { Settings } from './context.ts';
import { emailEvents, applyEvent } from './delivery.ts';

type Runner = (store: Store, settings: Settings, due: Due) => void;

/** Applies a planned event to an email, unless it has become impossible. */
const eventOf =
  (type: EmailEventType): Runner =>
  (store, _settings, { id }) =>
    applyEvent(store, id, type);

/** The functions that run due entries, by their kind. */
const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...[...emailEvents].map(([kind, type]) => [kind, eventOf(type)] as const),
  ['verification.started', runVerificationDue],
  ['verification.turn', runVerificationDue],
]);

/** Runs one due entry. */
export function runDue(store: Store, settings: Settings, due: Due): void {
  runners.get(due.kind)?.(store, settings, due);
}

/** The status that a batch must have for a step to apply. */
const statusBefore: ReadonlyMap<string, VerificationStatus> = new Map([
  ['verification.started', 'pending'],
  ['verification.turn', 'processing'],
]);

/** Due entries of a loaded state that can never happen; empty if there are none. */
export function dueProblems(store: Store): string[] {
  return store.due.entries().flatMap(([, { kind, id }]) => {
    if (!runners.has(kind)) return [`due: nothing of the kind ${kind} ever happens`];
    const status = statusBefore.get(kind);
    const isLost = status !== undefined && store.verifications.get(id)?.status !== status;
    return isLost ? [`due: ${kind} cannot happen to ${id}`] : [];
  });
}
