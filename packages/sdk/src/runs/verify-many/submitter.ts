import type { Caller } from '../../call/caller.ts';
import { TooManyBatchesError } from '../../errors/api-errors.ts';
import { clockError } from '../../errors/client-errors.ts';
import { ClockStandsStill, now, sleep } from '../../runtime/time.ts';
import { mayBeDone } from '../../errors/guards.ts';
import type { RunContext } from '../perform.ts';
import type { BatchJournal, RunBatch } from './batch-journal.ts';
import type { BatchTally } from '../tally.ts';
import {
  createVerificationBatch,
  listVerifications,
  type Verification,
} from '../../endpoints/verification.ts';
import type { RequestOptions } from '../../options/request-options.ts';
import type { Page } from '../../endpoints/page.ts';

/** Milliseconds to wait for a free slot, if the service does not say. */
const waitForSlot = 5_000;
/** Milliseconds after which the service no longer creates a batch whose response was lost. */
const settling = 60_000;
/** Milliseconds between two looks at the list. */
const betweenLooks = 5_000;

/** Shared by the tasks of `verifyMany`. */
export interface BatchContext extends RunContext<string> {
  readonly tally: BatchTally;
}

/** The parts of a run that a submitter works with. */
export interface SubmitterParts {
  readonly caller: Caller;
  readonly context: BatchContext;
  readonly journal: BatchJournal;
  /** Batches of earlier starts. */
  readonly earlier: readonly RunBatch[];
}

/** Submits the batches of a run one after the other, so that a lost one is easy to find. */
export class Submitter {
  readonly #caller: Caller;
  readonly #context: BatchContext;
  readonly #journal: BatchJournal;
  /** Ids of batches that certainly belong to this run. */
  readonly #ours = new Set<string>();
  /** Ids that were tried for a lost batch, and belong to another one. */
  readonly #refuted = new WeakMap<RunBatch, Set<string>>();
  /** A verification that is older than the next batch. */
  #newest: string | null | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ caller, context, journal, earlier }: SubmitterParts) {
    this.#caller = caller;
    this.#context = context;
    this.#journal = journal;
    for (const { id } of earlier) if (id !== undefined) this.#ours.add(id);
  }

  /**
   * Submits a batch, unless the service has it already. Its response may have been lost in this start or in
   * an earlier one. Then the batch is looked for in the list for a minute before it is submitted again (A117).
   *
   * @returns Whether the batch was found in the list. Another program may have submitted it.
   */
  submit(batch: RunBatch): Promise<boolean> {
    const turn = this.#turn.then(() => this.#submit(batch));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Accepts a batch that was found in the list, because it has the right addresses. */
  async confirm(batch: RunBatch, creditsDeducted: number): Promise<void> {
    Object.assign(batch, { creditsDeducted, isLost: false });
    await this.#keep(batch);
  }

  /** Rejects a batch that was found in the list, because it has other addresses. */
  refute(batch: RunBatch): void {
    const refuted = this.#refuted.get(batch) ?? new Set();
    if (batch.id !== undefined) refuted.add(batch.id);
    this.#refuted.set(batch, refuted);
    Object.assign(batch, { id: undefined, isLost: true });
  }

  async #submit(batch: RunBatch): Promise<boolean> {
    const { stop, patience, polls } = this.#context;
    let lostSince: number | undefined;
    for (;;) {
      if (batch.isLost && (await this.#find(batch))) return true;
      this.#newest ??= await patience.persist(() => newestVerification(this.#caller, polls));
      stop.waits.throwIfAborted();
      batch.sentAt = now();
      batch.after = this.#newest;
      await this.#journal.submitting(batch);
      try {
        if (await this.#create(batch)) return false;
      } catch (error) {
        if (!mayBeDone(error)) {
          if (!stop.waits.aborted) this.#journal.gone(batch);
          throw error;
        }
        lostSince ??= batch.sentAt;
        if (stop.waits.aborted || now() - lostSince > patience.limit) throw error;
      }
      batch.isLost = true;
    }
  }

  /** Returns false if the service accepted the batch without its id. */
  async #create(batch: RunBatch): Promise<boolean> {
    const { patience, requests } = this.#context;
    const { emails } = batch;
    const attempt = () => this.#caller.call(createVerificationBatch, { body: { emails } }, requests);
    const answer = await patience.persist(() => this.#whenSlotIsFree(attempt), mayBeDone);
    const { verificationId: id, results, creditsDeducted } = answer;
    if (id === undefined && results === undefined) return false;
    Object.assign(batch, { id, creditsDeducted, isLost: false, ...(id === undefined && { results }) });
    await this.#keep(batch);
    return true;
  }

  async #keep(batch: RunBatch): Promise<void> {
    const { id, creditsDeducted = 0 } = batch;
    if (id !== undefined) {
      this.#ours.add(id);
      this.#newest = id;
    }
    this.#context.tally.countBatch(id, creditsDeducted);
    await this.#journal.submitted(batch);
  }

  async #whenSlotIsFree<T>(attempt: () => Promise<T>): Promise<T> {
    const waiter = this.#caller.waiter(this.#context.operation);
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TooManyBatchesError)) throw error;
        const wait = error.retryAfter ?? waitForSlot;
        const reason = 'because too many batches are under way';
        await waiter.sleep(wait, this.#context.stop.waits, reason).catch((cause: unknown) => {
          throw cause instanceof ClockStandsStill
            ? clockError({ operation: this.#context.operation, outcome: 'rejected' }, 'other', error)
            : cause;
        });
      }
    }
  }

  async #find(batch: RunBatch): Promise<boolean> {
    const { patience, polls, stop } = this.#context;
    const { emails, sentAt, after } = batch;
    const others = new Set([...this.#ours, ...(this.#refuted.get(batch) ?? [])]);
    const lost = { size: emails.length, after, others };
    for (;;) {
      const found = await patience.persist(() => findLostBatch(this.#caller, lost, polls));
      if (found !== undefined) {
        batch.id = found;
        return true;
      }
      if (now() - sentAt > settling) return false;
      await sleep(betweenLooks, stop.waits);
    }
  }
}

/** A submission whose response was lost, so that the service may have created the batch. */
interface LostSubmission {
  /** Addresses in the batch. */
  readonly size: number;
  /** Id of a verification that was there before. `null` if there was none. */
  readonly after: string | null;
  /** Ids of batches that were created by other submissions. */
  readonly others: ReadonlySet<string>;
}

/** Id of the newest verification, by which a later one is recognised as new. `null` if there is none. */
async function newestVerification(caller: Caller, options: RequestOptions): Promise<string | null> {
  const { items } = await caller.list(listVerifications, { query: { limit: 1 } }, options);
  return items[0]?.id ?? null;
}

/**
 * Looks for the batch of a lost submission among the verifications that were created since (A117).
 *
 * @returns The id of the oldest that it could be, or `undefined`. Compare the addresses when it is completed:
 * another program may have submitted a batch of the same size.
 */
async function findLostBatch(
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
