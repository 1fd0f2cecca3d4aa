import type { VerificationStatus } from '@mailrig/contract';
import type { Due } from '../kernel/due-queue.ts';
import type { EmailEventType } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { runVerificationDue } from './batches.ts';
import type { Settings } from './context.ts';
import { emailEvents, applyEvent } from './delivery.ts';

type Runner = (store: Store, settings: Settings, due: Due) => void;

/** An event that was planned for an email, unless it became impossible since. */
const eventOf =
  (type: EmailEventType): Runner =>
  (store, _settings, { id }) =>
    applyEvent(store, id, type);

/** What makes due entries applyEvent, by their kind. */
const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...[...emailEvents].map(([kind, type]) => [kind, eventOf(type)] as const),
  ['verification.started', runVerificationDue],
  ['verification.turn', runVerificationDue],
]);

/** Makes one due entry happen. */
export function runDue(store: Store, settings: Settings, due: Due): void {
  runners.get(due.kind)?.(store, settings, due);
}

/** When a step of a batch makes anything happen. */
const statusBefore: ReadonlyMap<string, VerificationStatus> = new Map([
  ['verification.started', 'pending'],
  ['verification.turn', 'processing'],
]);

/** What is due and can never happen; empty where all is well. For states that come from outside. */
export function dueProblems(store: Store): string[] {
  return store.due.entries().flatMap(([, { kind, id }]) => {
    if (!runners.has(kind)) return [`due: nothing of the kind ${kind} ever happens`];
    const status = statusBefore.get(kind);
    const isLost = status !== undefined && store.verifications.get(id)?.status !== status;
    return isLost ? [`due: ${kind} cannot happen to ${id}`] : [];
  });
}
