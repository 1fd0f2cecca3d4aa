import type { AddressResult } from '@mailrig/contract';
import type { Due } from '../kernel/due-queue.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import { type VerificationEventType, verificationTransitions } from '../lifecycles/verification.ts';
import type { BatchPlan, AddressFinding, VerificationRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import type { Settings } from './context.ts';
import { addressKey, verifyAddress } from './verified-addresses.ts';

const startedKind = 'verification.started';
const turnKind = 'verification.turn';
const failingDomain = '@batch-fail.test';

/** Plans a batch that is submitted now: when it starts, and whether it fails. */
export function planBatch(
  store: Store,
  { timing }: Settings,
  { emails, queue }: Pick<VerificationRecord, 'emails' | 'queue'>,
): BatchPlan {
  const failingTurn = queue.findIndex(({ entry }) => addressKey(emails[entry] ?? '').endsWith(failingDomain));
  return Object.freeze({
    startsAt: store.clock.now() + timing.verification.pending,
    turnLength: timing.verification.perEmail,
    ...(failingTurn !== -1 && { failingTurn }),
  });
}

/** Schedules the first step of a batch; each step schedules the next one (A107). */
export function scheduleBatch(store: Store, { id, plan }: VerificationRecord): void {
  if (plan) store.due.add({ at: plan.startsAt, kind: startedKind, id });
}

/** When a batch will end. Milliseconds since 1970-01-01T00:00:00Z. */
export function endOfBatch({ queue, plan, createdAt }: VerificationRecord): number {
  if (!plan) return createdAt;
  const turns = plan.failingTurn === undefined ? queue.length : plan.failingTurn + 1;
  return plan.startsAt + turns * plan.turnLength;
}

/** Runs the next step of a batch, unless the batch has ended. */
export function runVerificationDue(store: Store, settings: Settings, due: Due): void {
  const batch = store.verifications.get(due.id);
  if (!batch) return;
  if (due.kind === startedKind) {
    const started = transition(store, batch, 'started');
    if (started) scheduleTurn(store, started);
  } else if (batch.status === 'processing') {
    endTurn(store, settings, batch);
  }
}

/**
 * Verifies all remaining addresses now and completes the batch.
 *
 * @returns the changed batch; `undefined` if it has ended already.
 */
export function completeBatch(
  store: Store,
  settings: Settings,
  batch: VerificationRecord,
): VerificationRecord | undefined {
  if (!transitionFor(verificationTransitions, batch.status, 'completed')) return undefined;
  let current = batch;
  while (current.turns < current.queue.length) current = takeTurn(store, settings, current);
  return cancelPlan(store, transition(store, current, 'completed'));
}

/**
 * Makes a batch fail now; its results so far stay in the cache.
 *
 * @returns the changed batch; `undefined` if it has ended already.
 */
export function failBatch(store: Store, batch: VerificationRecord): VerificationRecord | undefined {
  return cancelPlan(store, transition(store, batch, 'failed'));
}

/** Cancels the planned steps of a batch that has ended. */
function cancelPlan(store: Store, ended: VerificationRecord | undefined): VerificationRecord | undefined {
  if (ended) store.due.remove(({ id, kind }) => id === ended.id && kind.startsWith('verification.'));
  return ended;
}

/** Counts the addresses by result. */
export function tallyOf(findings: VerificationRecord['findings']): Readonly<Record<AddressResult, number>> {
  const tally = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  for (const finding of findings) if (finding) tally[finding.result]++;
  return Object.freeze(tally);
}

function scheduleTurn(store: Store, { id, turns, plan }: VerificationRecord): void {
  if (plan) store.due.add({ at: plan.startsAt + (turns + 1) * plan.turnLength, kind: turnKind, id });
}

function endTurn(store: Store, settings: Settings, batch: VerificationRecord): void {
  if (batch.turns === batch.plan?.failingTurn) {
    transition(store, batch, 'failed');
    return;
  }
  const after = takeTurn(store, settings, batch);
  if (after.turns < after.queue.length) scheduleTurn(store, after);
  else transition(store, after, 'completed');
}

function takeTurn(store: Store, settings: Settings, batch: VerificationRecord): VerificationRecord {
  const turn = batch.queue[batch.turns];
  if (!turn) return batch;
  const finding: AddressFinding =
    batch.findings[turn.sameAs ?? -1] ??
    verifyAddress(store, settings, batch, addressKey(batch.emails[turn.entry] ?? ''));
  return store.verifications.replace({
    ...batch,
    findings: batch.findings.with(turn.entry, finding),
    turns: batch.turns + 1,
  });
}

function transition(
  store: Store,
  batch: VerificationRecord,
  event: VerificationEventType,
): VerificationRecord | undefined {
  const row = transitionFor(verificationTransitions, batch.status, event);
  if (!row) return undefined;
  const { id, accountId, environment } = batch;
  const after = store.verifications.replace({
    ...batch,
    ...fieldsSetBy(batch, event, store.clock.now()),
    status: row.to,
  });
  store.log(`verification.${event}`, { id, accountId, environment });
  return after;
}

function fieldsSetBy(
  { startedAt, findings }: VerificationRecord,
  event: VerificationEventType,
  at: number,
): Partial<VerificationRecord> {
  switch (event) {
    case 'started':
      return { startedAt: at };
    case 'completed':
      return { startedAt: startedAt ?? at, completedAt: at, tally: tallyOf(findings) };
    case 'failed':
      return { completedAt: at };
  }
}
