/** The counts of a run, over all starts with the same journal. */
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
  /** What the run waits for. Only in `onProgress`, and absent while it does not wait. */
  readonly waitingFor?: 'rate limit';
}

/** The part of an item's result that a summary counts. */
interface CountedItem {
  readonly ok: boolean;
  readonly skipped?: boolean;
  readonly resumed?: boolean;
}

/** The counts of a run so far. */
export class Tally {
  readonly #counts = { succeeded: 0, failed: 0, skipped: 0, resumed: 0 };

  /** The counts so far. */
  get summary(): RunSummary {
    return { ...this.#counts };
  }

  /** Counts an item that is over. */
  count({ ok, skipped = false, resumed = false }: CountedItem): void {
    this.#counts[!ok ? 'failed' : skipped ? 'skipped' : 'succeeded'] += 1;
    if (resumed) this.#counts.resumed += 1;
  }
}
