/** Brand of every error of this package, shared by all copies of it. */
export const mailrigBrand: unique symbol = Symbol.for('mailrig.error');

/**
 * What is known about the request of a call that failed.
 * - `not-sent`: it never reached the service.
 * - `rejected`: the service answered that it did not do it.
 * - `unknown`: the connection broke, time ran out, or the service failed after the request had left.
 *   The service may have done it. Repeating is safe with the same idempotency key.
 * - `succeeded`: the service answered 2xx, but the answer could not be read.
 *
 * If a call was repeated, this covers all its attempts: a refusal after a lost connection is still
 * `unknown`.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'succeeded';

const weight: Readonly<Record<Outcome, number>> = { 'not-sent': 0, rejected: 1, unknown: 2, succeeded: 3 };

/** What two attempts together leave open. */
export function combineOutcomes(one: Outcome, other: Outcome): Outcome {
  return weight[one] >= weight[other] ? one : other;
}

/** What every error carries besides its message. */
export interface MailrigErrorFacts {
  /** See `MailrigError.code`. */
  readonly code: string;
  readonly outcome: Outcome;
  readonly operation?: string | undefined;
  readonly attempts?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** What `toJSON()` gives: plain data for logs and queues, without the API key or the request. */
export interface MailrigErrorJSON {
  readonly name: string;
  readonly message: string;
  readonly code: string;
  readonly operation?: string;
  readonly outcome: Outcome;
  readonly attempts: number;
  /** HTTP status; absent if the service did not answer. */
  readonly status?: number;
  /** Id of the answer; absent if there was none. */
  readonly requestId?: string;
  /** What the service sent as details; absent if it sent none. */
  readonly details?: object;
}

/**
 * Base class of everything that this package throws. It is thrown itself only if an option is missing
 * or malformed, or if a throttle or a hook of yours fails.
 *
 * `structuredClone` and worker threads keep its message, stack and cause; use `toJSON()` to keep the rest.
 */
export class MailrigError extends Error {
  override name = 'MailrigError';

  /**
   * What went wrong, for programs: a code of the service such as `RECIPIENT_SUPPRESSED`, or one of
   * this package's: `INVALID_OPTIONS`, `NETWORK_ERROR`, `TIMEOUT_ERROR`, `ABORTED`,
   * `INVALID_RESPONSE`, `THROTTLE_FAILED`, `HOOK_FAILED`, `VERIFICATION_FAILED`, `UPLOAD_FAILED`,
   * `UNKNOWN_ERROR`.
   */
  readonly code: string;

  /** Whether the service did what the request asked, as far as the client can know. */
  readonly outcome: Outcome;

  /** Name of the operation, for example `sendEmail`; absent if no call was made. */
  readonly operation: string | undefined;

  /** How many requests were sent; 0 if none left. */
  readonly attempts: number;

  /**
   * Key that the email was sent with, yours or a generated one. Sending again with it cannot send a
   * second email. Absent for other operations.
   */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: MailrigErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.outcome = facts.outcome;
    this.operation = facts.operation;
    this.attempts = facts.attempts ?? 0;
    this.idempotencyKey = facts.idempotencyKey;
  }

  /** Plain data for logs and queues. */
  toJSON(): MailrigErrorJSON {
    const { name, message, code, operation, outcome, attempts } = this;
    return { name, message, code, ...(operation !== undefined && { operation }), outcome, attempts };
  }

  /** @internal */
  get [mailrigBrand](): true {
    return true;
  }
}

/** The end of every message: what support asks for first. */
export function circumstances(facts: {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
}): string {
  const parts = [
    facts.status === undefined ? undefined : `status ${facts.status}`,
    facts.requestId === undefined ? undefined : `request ${facts.requestId}`,
    facts.attempts !== undefined && facts.attempts > 1 ? `${facts.attempts} attempts` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The error of an option that is missing or malformed. */
export function invalidOption(reason: string, operation = 'Mailrig'): MailrigError {
  const named = operation === 'Mailrig' ? undefined : operation;
  return new MailrigError(`${operation}: ${reason}`, {
    code: 'INVALID_OPTIONS',
    outcome: 'not-sent',
    operation: named,
  });
}
