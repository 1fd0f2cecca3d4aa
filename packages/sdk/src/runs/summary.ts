import type { RunSummary } from '../errors/run-summary.ts';

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
