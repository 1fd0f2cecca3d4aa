import type { MailrigErrorCode, Outcome } from './codes.ts';
import { isRetryable } from './retryable.ts';
import type { RunSummary } from './run-summary.ts';

export type { APIErrorCode, ClientErrorCode, MailrigErrorCode, Outcome } from './codes.ts';

/** Brand of every error of this package, shared by all copies of it. */
export const mailrigBrand: unique symbol = Symbol.for('mailrig.error');

const weight: Readonly<Record<Outcome, number>> = { 'not-sent': 0, rejected: 1, unknown: 2, succeeded: 3 };

/** The outcome of two attempts together. */
export function combineOutcomes(one: Outcome, other: Outcome): Outcome {
  return weight[one] >= weight[other] ? one : other;
}

/** Facts of an error, besides its message. */
export interface MailrigErrorFacts {
  /** See `MailrigError.code`. */
  readonly code: MailrigErrorCode;
  /** What is known of the effect of the call. */
  readonly outcome: Outcome;
  /** Name of the operation, for example `sendEmail`. */
  readonly operation?: string | undefined;
  /** Requests that were sent. */
  readonly attempts?: number | undefined;
  /** HTTP status of the response; absent if there was none. */
  readonly status?: number | undefined;
  /** Key of a send, with which it can be tried again. */
  readonly idempotencyKey?: string | undefined;
  /** What failed underneath. */
  readonly cause?: unknown;
}

/** Result of `toJSON()`: plain data for logs and queues, without the API key or the request. */
export interface MailrigErrorJSON {
  /** Name of the class, for example `RateLimitError`. */
  readonly name: string;
  /** What went wrong, for people. */
  readonly message: string;
  /** Why the call failed: of the service, or of the client. */
  readonly code: MailrigErrorCode;
  /** The service's own code, if it is unknown to this version. */
  readonly rawCode?: string;
  /** Name of the operation, for example `sendEmail`. */
  readonly operation?: string;
  /** What is known of the effect of the call. */
  readonly outcome: Outcome;
  /** Whether the same call can succeed later, and cannot do something twice. */
  readonly retryable: boolean;
  /** Requests that were sent. */
  readonly attempts: number;
  /** Key of a send, with which to send again. Absent for other operations. */
  readonly idempotencyKey?: string;
  /** Milliseconds that the service asks to wait. Absent if it does not. */
  readonly retryAfter?: number;
  /** HTTP status. Absent if there was no response. */
  readonly status?: number;
  /** Id of the response. Absent if it had none. */
  readonly requestId?: string;
  /** Details from the service. Absent if it sent none. */
  readonly details?: object;
  /** What a run had done; a `VerifyManySummary` if it was `verifyMany`. Absent unless the error ended a run. */
  readonly summary?: RunSummary;
}

/**
 * Base class of every error of this package. It is thrown itself only if an option is missing or malformed,
 * or if your throttle, your journal, a hook of your ky instance, or an object that you pass, such as a stream or the
 * source of a run, fails.
 *
 * `structuredClone` and worker threads copy only its message, stack and cause. `toJSON()` has the rest.
 */
export class MailrigError extends Error {
  override name = 'MailrigError';

  /** What went wrong, for programs: a code of the service such as `RECIPIENT_SUPPRESSED`, or of this package. */
  readonly code: MailrigErrorCode;

  /** Whether the call had its effect, as far as the client can see. */
  readonly outcome: Outcome;

  /**
   * Whether a queue should make the same call again: it can succeed later, and cannot do something twice. A send needs
   * its `idempotencyKey` again, within 24 hours. It follows from `code`, `operation` and `outcome`. Wait for
   * `retryAfter`, if there is one.
   */
  readonly retryable: boolean;

  /** Name of the operation, for example `sendEmail`. `undefined` if no call was made. */
  readonly operation: string | undefined;

  /** Number of requests that were sent. */
  readonly attempts: number;

  /**
   * Idempotency key of the send, yours or a generated one. Pass it to send again without sending a second
   * email. `undefined` for other operations.
   */
  readonly idempotencyKey: string | undefined;

  /** What a run had done when this error ended it. Absent on other errors. */
  declare readonly summary?: RunSummary;

  /**
   * @param message What went wrong, for people.
   */
  constructor(message: string, facts: MailrigErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.outcome = facts.outcome;
    this.retryable = isRetryable(facts);
    this.operation = facts.operation;
    this.attempts = facts.attempts ?? 0;
    this.idempotencyKey = facts.idempotencyKey;
    // A computed member would keep bundlers from leaving out the class.
    Object.defineProperty(this, mailrigBrand, { value: true });
  }

  /** Plain data for logs and queues. */
  toJSON(): MailrigErrorJSON {
    const present = Object.keys(shown).filter((name) => Reflect.get(this, name) !== undefined);
    return Object.fromEntries(
      present.map((name) => [name, Reflect.get(this, name)]),
    ) as unknown as MailrigErrorJSON;
  }
}

/** The members that `toJSON` shows, of whatever class of error has them. */
const shown: Readonly<Record<keyof MailrigErrorJSON, true>> = {
  name: true,
  message: true,
  code: true,
  outcome: true,
  retryable: true,
  attempts: true,
  operation: true,
  idempotencyKey: true,
  summary: true,
  rawCode: true,
  status: true,
  requestId: true,
  retryAfter: true,
  details: true,
};

/** The end of every message: status, request id and number of attempts, for support. */
export function circumstances(facts: {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
}): string {
  const { status, requestId, attempts = 0 } = facts;
  const parts = [
    status !== undefined && `status ${status}`,
    requestId !== undefined && `request ${requestId}`,
    attempts > 1 && `${attempts} attempts`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The error for a missing or malformed option. */
export function invalidOption(reason: string, operation = 'Mailrig'): MailrigError {
  const named = operation === 'Mailrig' ? undefined : operation;
  return new MailrigError(`${operation}: ${reason}`, {
    code: 'INVALID_OPTIONS',
    outcome: 'not-sent',
    operation: named,
  });
}

/** The message of a cause behind a colon; empty if it has none. */
export function reasonOf(cause: unknown): string {
  try {
    const { message } = Object(cause) as { readonly message?: unknown };
    return typeof message === 'string' && message ? `: ${message}` : '';
  } catch {
    // A proxy may throw.
    return '';
  }
}

/** An error of an operation that has no class of its own. */
export function failure(
  operation: string,
  words: string,
  facts: Omit<MailrigErrorFacts, 'operation'>,
): MailrigError {
  return new MailrigError(`${operation}: ${words}`, { ...facts, operation });
}
