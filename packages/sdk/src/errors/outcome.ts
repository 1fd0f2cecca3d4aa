/**
 * What is known about the request of a call that failed.
 * - `not-sent`: it never left this process.
 * - `rejected`: the service answered that it did not do it.
 * - `unknown`: the connection was lost, the time was up, or the service failed after the request had
 *   left; it may have been done. Repeating is safe with the same idempotency key.
 * - `succeeded`: the service answered 2xx, but the answer could not be read.
 *
 * Where a call was repeated, this speaks of all its attempts: a refusal after a lost connection is
 * still `unknown`.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'succeeded';

const weight: Readonly<Record<Outcome, number>> = { 'not-sent': 0, rejected: 1, unknown: 2, succeeded: 3 };

/** What two attempts together leave open. */
export function combineOutcomes(one: Outcome, other: Outcome): Outcome {
  return weight[one] >= weight[other] ? one : other;
}
