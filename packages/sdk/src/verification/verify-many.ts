import { limits, type VerificationResult } from '@mailrig/contract';
import type { Caller } from '../call/caller.ts';
import { TooManyBatchesError } from '../errors/api-errors.ts';
import { AbortError } from '../errors/client-errors.ts';
import { now, sleep } from '../runtime.ts';
import { type AddressChunk, AddressReader, type AddressSource } from './address-reader.ts';
import { createVerificationBatch } from './endpoints.ts';
import { findLostBatch, mayBeCreated } from './lost-batch.ts';
import type { VerificationBatch, VerifiedBatch } from './records.ts';
import { waitForBatch, type WaitOptions } from './wait-for-batch.ts';

/** Options of `verifyMany`. Durations are in milliseconds. */
export type VerifyManyOptions = Pick<
  WaitOptions,
  'signal' | 'pollInterval' | 'headers' | 'maxRetries' | 'timeout'
>;

/** An event that the loop waits for. A failure is an event too, so these promises never reject. */
type Happening =
  | { readonly kind: 'read'; readonly chunk: AddressChunk }
  | { readonly kind: 'submitted'; readonly batch: VerificationBatch }
  | { readonly kind: 'verified'; readonly of: Promise<Happening>; readonly batch: VerifiedBatch }
  | { readonly kind: 'failed'; readonly of: Promise<Happening>; readonly error: unknown }
  | { readonly kind: 'aborted' };

const waitForSlot = 5_000;

/**
 * Yields the results of any number of addresses as their batches complete:
 *
 * ```ts
 * const run = mail.verification.verifyMany(addresses);
 * for await (const { email, status } of run) console.log(email, status);
 * console.log(run.creditsDeducted);
 * ```
 *
 * You can loop over it once. It reads, submits and pays for addresses only as the loop needs them, at most
 * five batches of 1,000 ahead.
 */
export class VerificationRun implements AsyncIterable<VerificationResult> {
  readonly #caller: Caller;
  readonly #options: VerifyManyOptions;
  readonly #results: AsyncGenerator<VerificationResult, void, undefined>;
  /** Ids of the batches submitted so far. */
  readonly #ids = new Set<string>();
  /** What to check of each batch that was found in the list, and the error to throw if it is not ours. */
  readonly #found = new WeakMap<VerificationBatch, { emails: readonly string[]; error: unknown }>();
  #creditsDeducted = 0;
  #batches = 0;

  /** @internal */
  constructor(caller: Caller, source: AddressSource, options: VerifyManyOptions) {
    this.#caller = caller;
    this.#options = options;
    this.#results = this.#run(new AddressReader(source));
  }

  /** Credits taken so far. After the loop, the cost of the whole run. */
  get creditsDeducted(): number {
    return this.#creditsDeducted;
  }

  /** Yields one result for each address as soon as its batch is done. Returns the same generator every time. */
  [Symbol.asyncIterator](): AsyncGenerator<VerificationResult, void, undefined> {
    return this.#results;
  }

  async *#run(reader: AddressReader): AsyncGenerator<VerificationResult, void, undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    const outer = this.#options.signal;
    const onAbort = () => controller.abort(outer?.reason);
    if (outer?.aborted) onAbort();
    outer?.addEventListener('abort', onAbort, { once: true });
    const aborted = new Promise<Happening>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true });
    });
    let reading: Promise<Happening> | undefined;
    let submitting: Promise<Happening> | undefined;
    let next: AddressChunk | undefined;
    let isLast = false;
    let failure: { readonly error: unknown } | undefined;
    const open = new Set<Promise<Happening>>();
    try {
      for (;;) {
        if (signal.aborted) throw this.#abortError(outer);
        const mayStart = failure === undefined && open.size + (submitting ? 1 : 0) < limits.concurrentBatches;
        if (mayStart && !next && !reading && !isLast) {
          reading = happening(reader.read(), (chunk) => ({ kind: 'read', chunk }));
        }
        if (mayStart && next && !submitting) {
          const { emails } = next;
          next = undefined;
          submitting = happening(this.#submit(emails, signal), (batch) => ({ kind: 'submitted', batch }));
        }
        // After a failure, yield what is already paid for, but submit nothing more.
        const awaited = [...open, submitting, failure ? undefined : reading].filter(
          (one) => one !== undefined,
        );
        if (awaited.length === 0) break;
        const happened = await Promise.race([aborted, ...awaited]);
        switch (happened.kind) {
          case 'read':
            reading = undefined;
            ({ isLast } = happened.chunk);
            if (happened.chunk.emails.length > 0) next = happened.chunk;
            yield* happened.chunk.malformed.map(malformedResult);
            break;
          case 'submitted': {
            submitting = undefined;
            this.#batches += 1;
            this.#creditsDeducted += happened.batch.creditsDeducted;
            if (happened.batch.verificationId !== undefined) this.#ids.add(happened.batch.verificationId);
            const options = { ...this.#options, signal };
            open.add(
              happening(this.#verified(happened.batch, options), (batch, of) => ({
                kind: 'verified',
                of,
                batch,
              })),
            );
            break;
          }
          case 'verified':
            yield* happened.batch.results;
            open.delete(happened.of);
            break;
          case 'failed':
            failure ??= { error: happened.error };
            if (happened.of === reading) reading = undefined;
            if (happened.of === submitting) submitting = undefined;
            open.delete(happened.of);
            break;
          case 'aborted':
            break;
        }
      }
      if (failure) throw failure.error;
    } finally {
      outer?.removeEventListener('abort', onAbort);
      controller.abort();
      await reader.close();
    }
  }

  /** Submits a batch. Waits while five are already running, and finds a batch whose response was lost (A117). */
  async #submit(emails: readonly string[], signal: AbortSignal): Promise<VerificationBatch> {
    const { headers, maxRetries, timeout } = this.#options;
    const options = { signal, headers, maxRetries, timeout };
    for (;;) {
      const sentAt = now();
      try {
        return await this.#caller.call(createVerificationBatch, { body: { emails } }, options);
      } catch (error) {
        if (error instanceof TooManyBatchesError) {
          await sleep(error.retryAfter ?? waitForSlot, signal);
          continue;
        }
        if (!mayBeCreated(error) || signal.aborted) throw error;
        const lost = { size: emails.length, sentAt, others: this.#ids };
        const batch = await findLostBatch(this.#caller, lost, options).catch(() => undefined);
        if (batch === undefined) throw error;
        this.#found.set(batch, { emails, error });
        return batch;
      }
    }
  }

  /** Waits for a batch. Another program may have submitted one of the same size at the same time. */
  async #verified(batch: VerificationBatch, options: WaitOptions): Promise<VerifiedBatch> {
    const verified = await waitForBatch(this.#caller, batch, options);
    const found = this.#found.get(batch);
    if (found) {
      const ours = new Set(found.emails);
      if (!verified.results.every(({ email }) => ours.has(email))) throw found.error;
    }
    return verified;
  }

  #abortError(signal: AbortSignal | undefined): AbortError {
    return new AbortError({
      operation: 'verifyMany',
      outcome: this.#batches > 0 ? 'unknown' : 'not-sent',
      attempts: this.#batches,
      cause: signal?.reason,
    });
  }
}

/** Turns a promise into a promise of an event, which never rejects. */
function happening<T>(
  promise: Promise<T>,
  describe: (value: T, of: Promise<Happening>) => Happening,
): Promise<Happening> {
  const of: Promise<Happening> = promise.then(
    (value) => describe(value, of),
    (error: unknown) => ({ kind: 'failed', of, error }),
  );
  return of;
}

/** The result of text that is not an address, which needs no call. */
function malformedResult(email: string): VerificationResult {
  return { email, status: 'dirty', result: 'invalid', isValid: false, reason: 'not an email address' };
}
