import {
  type AddressResult,
  type CreateVerificationBatchBody,
  invalidEmail,
  invalidEmails,
} from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import { endOfBatch, planBatch, scheduleBatch, tallyOf } from '../rules/batches.ts';
import type { Context } from '../rules/context.ts';
import { checkCredits, takeCredits } from '../rules/credits.ts';
import { newId } from '../rules/ids.ts';
import { readPage } from '../rules/page.ts';
import {
  addressKey,
  cachedFinding,
  countByResult,
  type VerificationScope,
  verifyAddress,
} from '../rules/verified-addresses.ts';
import { type VerificationRecord, type VerificationTurn, scoped } from '../state/records.ts';
import type { PageOf } from '../wire/page.ts';
import { fieldRefusal, fieldsRefusal, Refusal } from '../wire/refusal.ts';
import {
  batchReceiptPayload,
  verificationPagePayload,
  verificationPayload,
  verificationResultPayload,
  verificationStatsPayload,
  type VerificationSums,
  type VerifiedEmail,
} from '../wire/verification.ts';
import type { OperationHandler } from './operation.ts';

/** Verifies one address at once (A98, A99, A112). */
export const verifyEmail: OperationHandler<'verifyEmail', VerifiedEmail> = {
  run: (context, { body }) => {
    const problem = invalidEmail(body);
    if (problem) throw fieldsRefusal('INVALID_EMAIL', [problem]);
    const { store, settings } = context;
    const scope = scopeOf(context);
    const { email: given, ...rest } = body;
    rest satisfies Nothing;
    const email = given.trim();
    const key = addressKey(email);
    const cached = cachedFinding(store, scope, key);
    const cost = cached ? 0 : costOf(context, 1);
    checkCredits(store, scope.accountId, cost);
    const finding = cached ?? verifyAddress(store, settings, scope, key);
    insertCompleted(context, {
      type: 'single',
      emails: [email],
      findings: [finding],
      queue: cached ? [] : firstOnly,
      creditsDeducted: cost,
    });
    return { result: { email, finding, cached: cached !== undefined } };
  },
  present: verificationResultPayload,
};

/** Submits up to 1,000 addresses, which are verified one after the other (A99–A103). */
export const createVerificationBatch: OperationHandler<'createVerificationBatch', VerificationRecord> = {
  run: (context, { body }) => {
    checkBatch(context, body);
    const { store, settings } = context;
    const scope = scopeOf(context);
    const { emails: given, ...rest } = body;
    rest satisfies Nothing;
    const emails = given.map((email) => email.trim());
    const { findings, queue } = lookUp(context, emails);
    if (queue.length === 0) {
      const completed = { type: 'batch', emails, findings, queue, creditsDeducted: 0 } as const;
      return { result: insertCompleted(context, completed), status: 200 };
    }
    checkOpenBatches(context);
    const cost = costOf(context, queue.filter(({ sameAs }) => sameAs === undefined).length);
    checkCredits(store, scope.accountId, cost);
    const batch = store.verifications.insert({
      id: newId(context, 'ver'),
      ...scope,
      type: 'batch',
      status: 'pending',
      emails,
      findings,
      queue,
      turns: 0,
      plan: planBatch(store, settings, { emails, queue }),
      creditsDeducted: cost,
      createdAt: store.clock.now(),
    });
    takeCredits(store, scope.accountId, cost, batch.id);
    scheduleBatch(store, batch);
    store.log('verification.pending', { id: batch.id, ...scope });
    return { result: batch };
  },
  present: batchReceiptPayload,
};

/** Shows the progress and the results of a verification. */
export const getVerification: OperationHandler<'getVerification', VerificationRecord, VerificationRecord> = {
  locate: ({ store, account, environment }, { id }) => {
    const found = store.verifications.get(id);
    if (found?.accountId !== account.id || found.environment !== environment) {
      throw new Refusal('NOT_FOUND', 'There is no such verification');
    }
    return found;
  },
  run: (_context, _input, verification) => ({ result: verification }),
  present: verificationPayload,
};

/** Lists the verifications of the domain, newest first (A33, A67, A115). */
export const listVerifications: OperationHandler<'listVerifications', PageOf<VerificationRecord>> = {
  run: (context, { query }) => {
    const { store, account, environment } = context;
    const { status } = query;
    const scope = [account.id, environment] as const;
    const found = store.verifications.select(
      status === undefined ? ['environment', scoped(...scope)] : ['status', scoped(...scope, status)],
    );
    return { result: readPage(found, query, context.settings.limits.defaultPageSize) };
  },
  present: verificationPagePayload,
};

/** Counts addresses by their latest result, and the verifications that were completed (A113). */
export const getVerificationStats: OperationHandler<'getVerificationStats', VerificationSums> = {
  run: (context) => {
    const { store, account, environment } = context;
    const completed = store.verifications.select(['status', scoped(account.id, environment, 'completed')]);
    const addresses: Readonly<Record<AddressResult, number>> = countByResult(store, scopeOf(context));
    return { result: { addresses, completed: completed.count } };
  },
  present: verificationStatsPayload,
};

const firstOnly: readonly VerificationTurn[] = Object.freeze([Object.freeze({ entry: 0 })]);

function scopeOf({ account, environment }: Context): VerificationScope {
  return { accountId: account.id, environment };
}

/** Sandbox keys never use credits (R28). */
function costOf({ environment }: Context, addresses: number): number {
  return environment === 'live' ? addresses : 0;
}

function insertCompleted(
  context: Context,
  fields: Pick<VerificationRecord, 'type' | 'emails' | 'findings' | 'queue' | 'creditsDeducted'>,
): VerificationRecord {
  const { store } = context;
  const scope = scopeOf(context);
  const now = store.clock.now();
  const verification = store.verifications.insert({
    id: newId(context, 'ver'),
    ...scope,
    ...fields,
    status: 'completed',
    turns: fields.queue.length,
    tally: tallyOf(fields.findings),
    createdAt: now,
    startedAt: now,
    completedAt: now,
  });
  takeCredits(store, scope.accountId, fields.creditsDeducted, verification.id);
  store.log('verification.completed', { id: verification.id, ...scope });
  return verification;
}

function checkBatch({ settings }: Context, body: CreateVerificationBatchBody): void {
  const { batchSize } = settings.limits;
  if (body.emails.length > batchSize) {
    throw fieldRefusal('BATCH_TOO_LARGE', 'emails', `must hold at most ${batchSize} addresses`);
  }
  const problems = invalidEmails(body);
  if (problems.length > 0) throw fieldsRefusal('VALIDATION_ERROR', problems);
}

/** The cached results, and the turns of the addresses without one. */
function lookUp(context: Context, emails: readonly string[]): Pick<VerificationRecord, 'findings' | 'queue'> {
  const scope = scopeOf(context);
  const keys = emails.map(addressKey);
  const findings = keys.map((key) => cachedFinding(context.store, scope, key) ?? null);
  const first = new Map<string, number>();
  const queue: VerificationTurn[] = [];
  keys.forEach((key, entry) => {
    if (findings[entry]) return;
    const sameAs = first.get(key);
    if (sameAs === undefined) first.set(key, entry);
    queue.push(sameAs === undefined ? { entry } : { entry, sameAs });
  });
  return { findings, queue };
}

/** Refuses a batch if too many are running, with the time when the next of them ends (A110, A111). */
function checkOpenBatches({ store, settings, account, environment }: Context): void {
  const open = store.verifications.select(['open', scoped(account.id, environment)]);
  const { concurrentBatches } = settings.limits;
  if (open.count < concurrentBatches) return;
  if (open.count === 0) {
    throw new Refusal(
      'TOO_MANY_BATCHES',
      `At most ${concurrentBatches} verification batches may run at once`,
    );
  }
  const ends = open.newest(0, open.count).map(endOfBatch);
  const nextEnd = ends.reduce((first, end) => Math.min(first, end));
  const seconds = Math.max(1, Math.ceil((nextEnd - store.clock.now()) / 1_000));
  const message = `${open.count} verification batches are running; the next ends in ${seconds} s`;
  throw new Refusal('TOO_MANY_BATCHES', message, undefined, { 'retry-after': String(seconds) });
}
