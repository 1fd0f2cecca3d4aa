import type { Caller } from '../../call/caller.ts';
import type { RequestOptions } from '../../options/request-options.ts';
import type { Page } from '../../endpoints/page.ts';
import { listVerifications } from '../../endpoints/verification.ts';
import type { Verification } from '../../endpoints/verification-records.ts';

/** A submission whose response was lost, so that the service may have created the batch. */
export interface LostSubmission {
  /** Addresses in the batch. */
  readonly size: number;
  /** Id of a verification that was there before. `null` if there was none. */
  readonly after: string | null;
  /** Ids of batches that were created by other submissions. */
  readonly others: ReadonlySet<string>;
}

/** Id of the newest verification, by which a later one is recognised as new. `null` if there is none. */
export async function newestVerification(caller: Caller, options: RequestOptions): Promise<string | null> {
  const { items } = await caller.list(listVerifications, { query: { limit: 1 } }, options);
  return items[0]?.id ?? null;
}

/**
 * Looks for the batch of a lost submission among the verifications that were created since (A117).
 *
 * @returns The id of the oldest that it could be, or `undefined`. Compare the addresses when it is completed:
 * another program may have submitted a batch of the same size.
 */
export async function findLostBatch(
  caller: Caller,
  { size, after, others }: LostSubmission,
  options: RequestOptions,
): Promise<string | undefined> {
  const first = await caller.list(listVerifications, { query: { limit: 100 } }, options);
  let found: string | undefined;
  // Newest first.
  for (let page: Page<Verification> | undefined = first; page; page = await page.next()) {
    for (const { id, type, totalEmails } of page.items) {
      if (id === after) return found;
      if (type === 'batch' && totalEmails === size && !others.has(id)) found = id;
    }
  }
  return found;
}
