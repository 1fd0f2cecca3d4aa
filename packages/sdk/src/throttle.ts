/** Holds requests back, for example to stay within a rate that several processes share. */
export interface Throttle {
  /**
   * Called before each attempt, which leaves when the promise resolves. The wait counts towards
   * `totalTimeout`, not towards `timeout`.
   *
   * @param signal Aborts when the call is given up; stop waiting then.
   * @returns Where the throttle wants to know when the turn is over, a function that is called once then.
   */
  acquire(signal: AbortSignal): Promise<EndTurn | void>;
}

/**
 * Tells a throttle that a turn is over: the attempt was answered, lost, or given up.
 *
 * @param sent False where the call ended before its request left.
 * @param headers Those of the answer; absent where there is none.
 */
export type EndTurn = (sent: boolean, headers?: Headers) => void;
