/** Limits the rate of requests, for example to share one rate among several processes. */
export interface Throttle {
  /**
   * Called before each attempt. The request is sent when the promise resolves. The wait counts towards
   * `totalTimeout`, but not towards `timeout`.
   *
   * @param signal Aborts when the call ends; stop waiting then.
   * @returns Nothing, or a function that the client calls once when the attempt is over.
   */
  acquire(signal: AbortSignal): Promise<EndTurn | void>;
}

/**
 * Tells a throttle that an attempt is over, whether it got a response, failed or was aborted.
 *
 * @param sent False if the call ended before the request was sent.
 * @param headers Headers of the response. Absent if there was none.
 */
export type EndTurn = (sent: boolean, headers?: Headers) => void;
