/** What a run has done, over all starts with the same journal. */
export interface RunSummary {
  /** Items that are done, without the skipped ones. */
  readonly succeeded: number;
  /** Items that failed. The next start with the same journal tries them again. */
  readonly failed: number;
  /**
   * Items with nothing to do: repeated addresses, contacts that the list already has, emails that were sent
   * before with your idempotency key.
   */
  readonly skipped: number;
  /** Items, of those above, that an earlier start had done. */
  readonly resumed: number;
  /** Credits taken by all batches of the run. */
  readonly creditsDeducted: number;
  /** Ids of the verification batches of the run, in order of submission. */
  readonly batchIds: readonly string[];
}

/** What a summary counts of an item. */
interface CountedItem {
  readonly ok: boolean;
  readonly skipped?: boolean;
  readonly resumed?: boolean;
}

/** The counts of a run as it goes on. */
export class Tally {
  readonly #counts = { succeeded: 0, failed: 0, skipped: 0, resumed: 0, creditsDeducted: 0 };
  readonly #batchIds: string[] = [];

  /** The counts so far. */
  get summary(): RunSummary {
    return { ...this.#counts, batchIds: [...this.#batchIds] };
  }

  /** Counts an item that is over. */
  count({ ok, skipped = false, resumed = false }: CountedItem): void {
    this.#counts[!ok ? 'failed' : skipped ? 'skipped' : 'succeeded'] += 1;
    if (resumed) this.#counts.resumed += 1;
  }

  /** Counts a batch that the service has taken. */
  countBatch(id: string | undefined, creditsDeducted: number): void {
    if (id !== undefined) this.#batchIds.push(id);
    this.#counts.creditsDeducted += creditsDeducted;
  }
}
