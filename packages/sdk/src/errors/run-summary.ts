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
