import type { Time } from '../runtime/time.ts';

/**
 * Order of calls that wait for the rate limit: a `high` one leaves before all others, a `low` one after them.
 * Each priority gets at least one of ten turns, so that none waits for ever.
 */
export type Priority = (typeof priorities)[number];

/** All priorities, the most urgent first. */
export const priorities = ['high', 'normal', 'low'] as const;

/** An attempt that asks a throttle for its turn. */
export interface TurnRequest {
  /** Who goes first in the queue. */
  readonly priority: Priority;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** A rate limit that the default throttle never exceeds, whatever the responses report. */
export interface ThrottleOptions {
  /** Requests in one window, 1 or more. Default 100. */
  readonly limit?: number | undefined;
  /** Length of the window in milliseconds, 100 or more. Default 60,000. */
  readonly window?: number | undefined;
}

/** Limits the rate of requests, for example to share one rate among several processes. */
export interface Throttle {
  /**
   * Called before each attempt. The request is sent when the promise resolves. The wait counts towards
   * `totalTimeout`, but not towards `timeout`.
   *
   * @param signal Aborts when the call ends; stop waiting then.
   * @returns Nothing, or a function that the client calls once when the attempt is over.
   */
  acquire(signal: AbortSignal, request?: TurnRequest): Promise<EndTurn | void>;
  /** Calls that wait for their turn now, for `mail.throttle.queued`. */
  readonly queued?: number | undefined;
}

/** The throttle of a client that was not given one. It may let a call through at once. */
export interface QueueThrottle extends Throttle {
  /** The turn of a call that need not wait; `undefined` if it must ask with `acquire`. */
  readonly turnNow: () => EndTurn | undefined;
}

/**
 * Called when an attempt is over: it got a response, failed or was aborted.
 *
 * @param sent False if the call ended before the request was sent.
 * @param headers Headers of the response. Absent if there was none.
 * @param rateLimited True if the service refused the request because of the rate limit.
 */
export type EndTurn = (sent: boolean, headers?: Headers, rateLimited?: boolean) => void;

/** The state of a client's throttle. */
export interface ThrottleState {
  /** Calls that wait for the rate limit now. 0 without a throttle, or if yours does not count them. */
  readonly queued: number;
}

/** What the default throttle needs from a client. */
export interface ThrottledClient {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Longest wait before a retry. Milliseconds. */
  readonly maxRetryAfter: number;
  readonly time: Time;
}

/**
 * Makes the throttle of a client that was not given one.
 *
 * @throws MailrigError if an option of the throttle is malformed.
 */
export type DefaultThrottle = (
  client: ThrottledClient,
  options: ThrottleOptions | undefined,
) => QueueThrottle;
