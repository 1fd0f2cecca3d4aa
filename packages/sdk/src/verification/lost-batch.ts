import { parseTimestamp } from '@mailrig/contract';
import type { Caller } from '../call/caller.ts';
import { fieldsOf } from '../call/fields.ts';
import { isMailrigError } from '../errors/guards.ts';
import type { RequestOptions } from '../options.ts';
import { now } from '../runtime.ts';
import { listVerifications } from './endpoints.ts';
import type { VerificationBatch } from './records.ts';

/** A submission whose response was lost, so that the service may have created the batch. */
export interface LostSubmission {
  /** Addresses in the batch. */
  readonly size: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Ids of batches that were created by other submissions. */
  readonly others: ReadonlySet<string>;
}

/** Milliseconds that a batch may seem older than its submission. */
const margin = 1_000;

/** Whether the service may have created a batch although its submission failed with this error. */
export function mayBeCreated(error: unknown): boolean {
  return isMailrigError(error) && (error.outcome === 'unknown' || error.outcome === 'succeeded');
}

/**
 * Looks for the batch of a lost submission among the latest verifications (A117).
 *
 * @returns `undefined` if there is none, or more than one that it could be.
 */
export async function findLostBatch(
  caller: Caller,
  { size, sentAt, others }: LostSubmission,
  options: RequestOptions,
): Promise<VerificationBatch | undefined> {
  const listed = caller.list(listVerifications, { query: { limit: 100 } }, options);
  const { data: page, raw } = await listed.withResponse();
  // By the service's clock, because clocks differ.
  const time = parseTimestamp(String(fieldsOf(fieldsOf(raw)['meta'])['timestamp'])) ?? now();
  const earliest = time - (now() - sentAt) - margin;
  const [batch, ...more] = page.items.filter(
    ({ id, type, totalEmails, createdAt }) =>
      type === 'batch' &&
      totalEmails === size &&
      !others.has(id) &&
      (parseTimestamp(createdAt) ?? -Infinity) >= earliest,
  );
  if (batch === undefined || more.length > 0) return undefined;
  const { id: verificationId, totalEmails, creditsDeducted, status } = batch;
  return { verificationId, totalEmails, creditsDeducted, status };
}
