import type { ListVerificationsQuery, VerificationResult, VerificationStats } from '@mailrig/contract';
import { type APIPromise, traceCaller } from '../results/api-promise.ts';
import type { Caller } from '../call/caller.ts';
import { lazy, lazyRun, loadParts } from './lazy.ts';
import type { RequestOptions } from '../options/request-options.ts';
import type { PagePromise } from '../results/page-promise.ts';
import { Run } from '../runs/run.ts';
import type { RunSource } from '../runs/sources.ts';
import { BatchTally, type VerifyManySummary } from '../runs/tally.ts';
import type { Verification, VerificationBatch, VerifiedBatch } from '../endpoints/verification.ts';
import type { VerifyManyOptions } from '../runs/verify-many/verify-many.ts';
import type { WaitOptions } from '../runs/verify-many/wait-for-batch.ts';

/**
 * Verifies email addresses. An address costs 1 credit, or none within 24 hours of its last verification.
 *
 * ```ts
 * const { status } = await mail.verification.verify('grace@example.org');
 * for await (const result of mail.verification.verifyMany(addresses)) if (result.ok) console.log(result.value.status);
 * ```
 */
export class EmailVerification {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Verifies one address.
   *
   * @param email The bare address, without a name.
   * @throws ValidationError with code `INVALID_EMAIL` if it is not an email address.
   * @throws InsufficientCreditsError if no credit is left.
   */
  verify(email: string, options?: RequestOptions): APIPromise<VerificationResult> {
    return this.#caller.call(lazy('verifyEmail'), { body: { email } }, options);
  }

  /**
   * Submits up to 1,000 addresses and spends their credits. The client retries only if the service certainly did not accept the batch.
   *
   * @param emails 1 to 1,000 addresses.
   * @throws ValidationError with code `BATCH_TOO_LARGE` if there are more than 1,000, or `VALIDATION_ERROR` if
   * one is not an email address.
   * @throws TooManyBatchesError if five batches are already running.
   * @throws InsufficientCreditsError if the credits do not cover all addresses.
   */
  createBatch(emails: readonly string[], options?: RequestOptions): APIPromise<VerificationBatch> {
    return this.#caller.call(lazy('createVerificationBatch'), { body: { emails } }, options);
  }

  /**
   * Reads a verification, with its results if it is completed.
   *
   * @param id Id of a verification or batch.
   * @throws NotFoundError if there is no such verification.
   */
  get(id: string, options?: RequestOptions): APIPromise<Verification> {
    return this.#caller.call(
      lazy('getVerification'),
      { params: { id }, query: { includeResults: true } },
      options,
    );
  }

  /** Lists verifications of single addresses and of batches, without their results, newest first. */
  list(query: ListVerificationsQuery = {}, options?: RequestOptions): PagePromise<Verification> {
    return this.#caller.list(lazy('listVerifications'), { query }, options);
  }

  /** Counts over all addresses ever verified. */
  stats(options?: RequestOptions): APIPromise<VerificationStats> {
    return this.#caller.call(lazy('getVerificationStats'), {}, options);
  }

  /**
   * Polls a batch until it is completed, and returns its results.
   *
   * @param batch The result of `createBatch`, or its `verificationId`.
   * @throws VerificationFailedError if the batch failed.
   * @throws TimeoutError if the batch is not done within `totalTimeout`. The service continues with it, so
   * you can wait for it again.
   * @throws MailrigError if the batch has no `verificationId` and no results.
   */
  waitForBatch(batch: string | VerificationBatch, options: WaitOptions = {}): Promise<VerifiedBatch> {
    return traceCaller(async () => (await loadParts()).waitForBatch(this.#caller, batch, options));
  }

  /**
   * Verifies any number of addresses, in batches of 1,000, five at a time. Each address is verified and
   * paid for once, ignoring case: a repeated one gets a row of its own with the same result and `skipped: true`. Text
   * that is not an address gets the result `invalid`, at no cost. All addresses stay in memory, to recognise repeated ones.
   *
   * To stop, leave the loop or abort the signal. The service still finishes the batches that it has. With a
   * `journal`, the next start collects their results, and no address is paid for twice. If the credits run
   * out, the results of the open batches come first, then the error. If a batch fails, its addresses fail,
   * and the next start submits them again.
   */
  verifyMany(
    source: RunSource<string>,
    options: VerifyManyOptions = {},
  ): Run<string, VerificationResult, VerifyManySummary> {
    const tally = new BatchTally();
    const work = lazyRun(({ verifyMany }) => verifyMany(this.#caller, options, tally));
    return new Run(this.#caller, { operation: 'verifyMany', tally, load: work }, source, options);
  }
}
