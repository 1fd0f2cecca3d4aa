import type { RunSummary } from '../errors/run-summary.ts';
import type { ItemResult } from './item-result.ts';

/** The counts of a run so far. */
export class Tally {
  readonly #counts = { succeeded: 0, failed: 0, skipped: 0, resumed: 0 };

  /** The counts so far. */
  get summary(): RunSummary {
    return { ...this.#counts };
  }

  count(result: ItemResult<unknown, unknown>): void {
    this.#counts[!result.ok ? 'failed' : result.skipped ? 'skipped' : 'succeeded'] += 1;
    if (result.ok && result.resumed) this.#counts.resumed += 1;
  }
}

/** What `verifyMany` has done, over all starts with the same journal. */
export interface VerifyManySummary extends RunSummary {
  /** Credits taken by all batches of the run. */
  readonly creditsDeducted: number;
  /** Ids of the batches of the run, in order of submission. */
  readonly batchIds: readonly string[];
}

/** Counts the addresses and the batches of a run. */
export class BatchTally extends Tally {
  readonly #batchIds: string[] = [];
  #creditsDeducted = 0;

  override get summary(): VerifyManySummary {
    return { ...super.summary, creditsDeducted: this.#creditsDeducted, batchIds: [...this.#batchIds] };
  }

  /** Counts a batch that the service has accepted. */
  countBatch(id: string | undefined, creditsDeducted: number): void {
    if (id !== undefined) this.#batchIds.push(id);
    this.#creditsDeducted += creditsDeducted;
  }
}
