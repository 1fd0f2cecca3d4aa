import type { RunSummary } from '../../errors/run-summary.ts';
import { Tally } from '../summary.ts';

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

  /** Counts a batch that the service has taken. */
  countBatch(id: string | undefined, creditsDeducted: number): void {
    if (id !== undefined) this.#batchIds.push(id);
    this.#creditsDeducted += creditsDeducted;
  }
}
