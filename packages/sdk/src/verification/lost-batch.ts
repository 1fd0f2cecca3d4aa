import { parseTimestamp } from '@mailrig/contract';
import type { Caller } from '../call/caller.ts';
import { fieldsOf } from '../call/fields.ts';
import type { RequestOptions } from '../options.ts';
import type { Page } from '../page.ts';
import { now } from '../runtime.ts';
import { listVerifications } from './endpoints.ts';
import type { Verification, VerificationBatch } from './records.ts';

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

/**
 * Looks for the batch of a lost submission among the latest verifications (A117).
 *
 * @returns the oldest that it could be, or `undefined`. Compare the addresses when it is completed: another
 * program may have submitted a batch of the same size.
 */
export async function findLostBatch(
  caller: Caller,
  { size, sentAt, others }: LostSubmission,
  options: RequestOptions,
): Promise<VerificationBatch | undefined> {
  const listed = caller.list(listVerifications, { query: { limit: 100 } }, options);
  const { data, raw } = await listed.withResponse();
  // By the service's clock, because clocks differ.
  const time = parseTimestamp(String(fieldsOf(fieldsOf(raw)['meta'])['timestamp'])) ?? now();
  const earliest = time - (now() - sentAt) - margin;
  let found: VerificationBatch | undefined;
  for (let page: Page<Verification> | undefined = data; page; page = await page.next()) {
    for (const { id, type, totalEmails, creditsDeducted, status, createdAt } of page.items) {
      // Newest first: all that follow are older.
      if ((parseTimestamp(createdAt) ?? -Infinity) < earliest) return found;
      if (type === 'batch' && totalEmails === size && !others.has(id))
        found = { verificationId: id, totalEmails, creditsDeducted, status };
    }
  }
  return found;
}
