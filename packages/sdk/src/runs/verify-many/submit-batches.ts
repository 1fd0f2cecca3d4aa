/*
 * Submits the batches of `verifyMany`, each exactly once, although a batch has no idempotency key.
 *
 * If the response to a batch is lost, the client lists the verifications that are newer than the last known one. One of
 * the same size may be the lost batch; when it is completed, its addresses decide. If there is none after a minute, the
 * batch is submitted again (A117).
 */
import type { Caller } from '../../call/caller.ts';
import { TooManyBatchesError } from '../../errors/api-errors.ts';
import { rethrowWith } from '../../call/waits.ts';
import { mayBeDone } from '../../errors/guards.ts';
import type { RunContext } from '../perform.ts';
import type { BatchJournal, RunBatch } from './batch-journal.ts';
import type { BatchTally } from '../tally.ts';
import {
  createVerificationBatch,
  listVerifications,
  type Verification,
} from '../../endpoints/verification.ts';
import type { Page } from '../../endpoints/page.ts';

/** Milliseconds to wait for a free slot, if the response has no time. */
const waitForSlot = 5_000;
/** Milliseconds after which the service no longer creates a batch whose response was lost. */
const settling = 60_000;
/** Milliseconds between two reads of the list. */
const betweenReads = 5_000;

/** Shared by the tasks of `verifyMany`. */
export interface BatchContext extends RunContext<string> {
  readonly tally: BatchTally;
}

/** The parts of a run that submit its batches. */
export interface SubmitterParts {
  readonly caller: Caller;
  readonly context: BatchContext;
  readonly journal: BatchJournal;
  /** Batches of earlier starts. */
  readonly earlier: readonly RunBatch[];
}

/** Submits the batches of a run one after the other, so that a lost one is easy to find. */
export class BatchSubmitter {
  readonly #caller: Caller;
  readonly #context: BatchContext;
  readonly #journal: BatchJournal;
  /** Ids of batches that certainly belong to this run. */
  readonly #ours: Set<string>;
  /** Ids that were tried for a lost batch, and belong to another one. */
  readonly #refuted = new WeakMap<RunBatch, Set<string>>();
  /** A verification that is older than the next batch; `null` if there was none. */
  #newest: string | null | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ caller, context, journal, earlier }: SubmitterParts) {
    this.#caller = caller;
    this.#context = context;
    this.#journal = journal;
    this.#ours = new Set(earlier.flatMap(({ id }) => id ?? []));
  }

  /**
   * Submits a batch, unless the service has it already. Its response may have been lost in this start or in an earlier
   * one. Then the batch is looked for in the list for a minute before it is submitted again (A117).
   *
   * @returns Whether the batch was found in the list. Another program may have submitted it.
   */
  submit(batch: RunBatch): Promise<boolean> {
    const submitted = this.#last.then(() => this.#findOrCreate(batch));
    this.#last = submitted.catch(() => undefined);
    return submitted;
  }

  /** Accepts a batch that was found in the list, because it has the right addresses. */
  async confirm(batch: RunBatch, creditsDeducted: number): Promise<void> {
    Object.assign(batch, { creditsDeducted, isLost: false });
    await this.#record(batch);
  }

  /** Rejects a batch that was found in the list, because it has other addresses. */
  refute(batch: RunBatch): void {
    const ids = this.#refuted.get(batch) ?? new Set();
    if (batch.id !== undefined) ids.add(batch.id);
    this.#refuted.set(batch, ids);
    Object.assign(batch, { id: undefined, isLost: true });
  }

  async #findOrCreate(batch: RunBatch): Promise<boolean> {
    const { outages, stop } = this.#context;
    const { time } = this.#caller.settings;
    let lostSince: number | undefined;
    for (;;) {
      if (batch.isLost && (await this.#find(batch))) return true;
      this.#newest ??= await outages.persist(async () => (await this.#list(1)).items[0]?.id ?? null);
      stop.waits.throwIfAborted();
      batch.sentAt = time.now();
      const startedAt = time.elapsed();
      batch.after = this.#newest;
      await this.#journal.submitting(batch);
      try {
        if (await this.#create(batch)) return false;
      } catch (error) {
        if (!mayBeDone(error)) {
          if (!stop.waits.aborted) this.#journal.gone(batch);
          throw error;
        }
        lostSince ??= startedAt;
        if (stop.waits.aborted || time.elapsed() - lostSince > outages.limit) throw error;
      }
      batch.isLost = true;
    }
  }

  /** Returns false if the service accepted the batch without its id. */
  async #create(batch: RunBatch): Promise<boolean> {
    const { emails } = batch;
    const { outages, requests } = this.#context;
    const attempt = () => this.#caller.call(createVerificationBatch, { body: { emails } }, requests);
    const response = await outages.persist(() => this.#whenSlotIsFree(attempt), mayBeDone);
    const { verificationId: id, results, creditsDeducted } = response;
    if (id === undefined && results === undefined) return false;
    Object.assign(batch, { id, creditsDeducted, isLost: false, ...(id === undefined && { results }) });
    await this.#record(batch);
    return true;
  }

  async #whenSlotIsFree<T>(attempt: () => Promise<T>): Promise<T> {
    const { operation, stop } = this.#context;
    const waiter = this.#caller.waiter(operation);
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TooManyBatchesError)) throw error;
        const wait = error.retryAfter ?? waitForSlot;
        const reason = { for: 'retry', words: 'because too many batches are under way' } as const;
        await waiter.sleep(wait, stop.waits, reason).catch(rethrowWith({ operation, outcome: 'rejected' }));
      }
    }
  }

  async #record(batch: RunBatch): Promise<void> {
    const { id, creditsDeducted = 0 } = batch;
    if (id !== undefined) {
      this.#ours.add(id);
      this.#newest = id;
    }
    this.#context.tally.countBatch(id, creditsDeducted);
    await this.#journal.submitted(batch);
  }

  async #find(batch: RunBatch): Promise<boolean> {
    const { operation, outages, stop } = this.#context;
    const { time } = this.#caller.settings;
    const waiter = this.#caller.waiter(operation);
    const end = time.elapsed() + Math.min(settling, batch.sentAt + settling - time.now());
    for (;;) {
      const found = await outages.persist(() => this.#candidate(batch));
      if (found !== undefined) {
        batch.id = found;
        return true;
      }
      if (time.elapsed() > end) return false;
      const reason = { for: 'change', words: 'until the list has a batch whose response was lost' } as const;
      await waiter
        .sleep(betweenReads, stop.waits, reason)
        .catch(rethrowWith({ operation, outcome: 'unknown' }));
    }
  }

  /**
   * Looks for a batch whose response was lost among the verifications that were created since (A117).
   *
   * @returns The id of the oldest that it could be, or `undefined`. Compare the addresses when it is completed: another
   * program may have submitted a batch of the same size.
   */
  async #candidate(batch: RunBatch): Promise<string | undefined> {
    let found: string | undefined;
    for (let page: Page<Verification> | undefined = await this.#list(100); page; page = await page.next()) {
      for (const { id, type, totalEmails } of page.items) {
        if (id === batch.after) return found;
        const isOther = this.#ours.has(id) || this.#refuted.get(batch)?.has(id);
        if (type === 'batch' && totalEmails === batch.emails.length && !isOther) found = id;
      }
    }
    return found;
  }

  #list(limit: number) {
    return this.#caller.list(async () => listVerifications, { query: { limit } }, this.#context.polls);
  }
}
