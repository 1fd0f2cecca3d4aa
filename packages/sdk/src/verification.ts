import type { ListVerificationsQuery, VerificationResult, VerificationStats } from '@mailrig/contract';
import type { APIPromise } from './api-promise.ts';
import { traceCaller } from './call/call-site.ts';
import type { Caller } from './call/caller.ts';
import type { RequestOptions } from './options.ts';
import type { PagePromise } from './page.ts';
import type { AddressSource } from './verification/address-reader.ts';
import {
  createVerificationBatch,
  getVerification,
  getVerificationStats,
  listVerifications,
  verifyEmail,
} from './verification/endpoints.ts';
import type { Verification, VerificationBatch, VerifiedBatch } from './verification/records.ts';
import { VerificationRun, type VerifyManyOptions } from './verification/verify-many.ts';
import { waitForBatch, type WaitOptions } from './verification/wait-for-batch.ts';

/** Verification of email addresses: 1 credit each, none within 24 hours of the last time. */
export class EmailVerification {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Verifies one address.
   *
   * @throws ValidationError `INVALID_EMAIL` where it is none.
   * @throws InsufficientCreditsError where no credit is left.
   */
  verify(email: string, options?: RequestOptions): APIPromise<VerificationResult> {
    return this.#caller.call(verifyEmail, { body: { email } }, options);
  }

  /**
   * Submits up to 1,000 addresses, which takes their credits. Never repeated where it may have been
   * submitted already.
   *
   * @throws ValidationError `BATCH_TOO_LARGE` where there are more, `VALIDATION_ERROR` where one is no
   * address.
   * @throws TooManyBatchesError where five batches are running.
   * @throws InsufficientCreditsError where the credits do not cover all of them.
   */
  createBatch(emails: readonly string[], options?: RequestOptions): APIPromise<VerificationBatch> {
    return this.#caller.call(createVerificationBatch, { body: { emails } }, options);
  }

  /** @throws NotFoundError where there is no such verification. */
  get(id: string, options?: RequestOptions): APIPromise<Verification> {
    return this.#caller.call(getVerification, { params: { id }, query: { includeResults: true } }, options);
  }

  /** Lists verifications without their results, newest first; single addresses are among them. */
  list(query: ListVerificationsQuery = {}, options?: RequestOptions): PagePromise<Verification> {
    return this.#caller.list(listVerifications, { query }, options);
  }

  /** Counts over all addresses that were ever verified. */
  stats(options?: RequestOptions): APIPromise<VerificationStats> {
    return this.#caller.call(getVerificationStats, {}, options);
  }

  /**
   * Waits until a batch is complete, and gives its results.
   *
   * @param batch What `createBatch` gave, or its `verificationId`.
   * @throws VerificationFailedError where it failed.
   * @throws TimeoutError if it is not done within `totalTimeout`; it goes on, and you can wait for it again.
   */
  waitForBatch(batch: string | VerificationBatch, options: WaitOptions = {}): Promise<VerifiedBatch> {
    return traceCaller(() => waitForBatch(this.#caller, batch, options));
  }

  /**
   * Verifies any number of addresses, in batches of 1,000 of which at most five are open. Repeated
   * addresses are verified once, whatever their case; what is no address is an `invalid` result at no
   * cost. All addresses that were read are kept in memory, to know the repeated ones.
   *
   * Leaving the loop, or the signal, stops it; batches that were submitted go on at the service.
   * Where a batch fails or the credits run out, the loop first gives the results of the batches that
   * are open, then throws.
   */
  verifyMany(emails: AddressSource, options: VerifyManyOptions = {}): VerificationRun {
    return new VerificationRun(this.#caller, emails, options);
  }
}
