import type { Email } from '@mailrig/contract';
import { isMailrigError } from './guards.ts';
import {
  circumstances,
  failure,
  MailrigError,
  type MailrigErrorFacts,
  type Outcome,
  reasonOf,
} from './mailrig-error.ts';

/** Facts of an error whose class sets the code. */
export type ClientErrorFacts = Omit<MailrigErrorFacts, 'code'>;

/** Your `signal` aborted the call. The `cause` is the reason of the signal. */
export class AbortError extends MailrigError {
  override name = 'AbortError';
  declare readonly code: 'ABORTED';

  constructor(facts: ClientErrorFacts) {
    super(`${facts.operation}: aborted by the caller's signal${circumstances(facts)}`, {
      ...facts,
      code: 'ABORTED',
    });
  }
}

/**
 * The error for a value of the caller's that cannot be read. An error of this package stays as it is.
 *
 * @param what For example `file cannot be read`.
 */
export function sourceFailed(
  operation: string,
  what: string,
  outcome: Outcome,
  cause: unknown,
): MailrigError {
  if (isMailrigError(cause)) return cause;
  return failure(operation, `the ${what}${reasonOf(cause)}`, { code: 'SOURCE_FAILED', outcome, cause });
}

/**
 * The error of a call whose clock refused a wait.
 *
 * @param refusal Its `cause` is what the clock rejected with.
 */
export function clockError(facts: ClientErrorFacts, { cause }: Error): MailrigError {
  const words = cause instanceof Error && cause.message ? cause.message : 'sleep of option clock rejected';
  return new MailrigError(`${facts.operation}: ${words}${circumstances(facts)}`, {
    ...facts,
    code: 'CLOCK_FROZEN',
    cause,
  });
}

/** The service could not be reached, or the connection broke before the whole response arrived. */
export class ConnectionError extends MailrigError {
  override name = 'ConnectionError';
  declare readonly code: 'NETWORK_ERROR';

  /**
   * @param reason What broke, for the message.
   */
  constructor(reason: string, facts: ClientErrorFacts) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'NETWORK_ERROR' });
  }
}

/** The whole response did not arrive in time: within `timeout` for one attempt, or `totalTimeout` for the call. */
export class TimeoutError extends MailrigError {
  override name = 'TimeoutError';
  declare readonly code: 'TIMEOUT_ERROR';

  /** Which limit was reached. */
  readonly limit: 'timeout' | 'totalTimeout';

  /**
   * @param limit Which limit was reached.
   * @param milliseconds Its length.
   * @param waiting What the call waited for, such as `until the email is delivered`. Absent if for a response.
   */
  constructor(limit: TimeoutError['limit'], milliseconds: number, facts: ClientErrorFacts, waiting?: string) {
    const hint = milliseconds < 100 ? `: ${limit} is in milliseconds` : '';
    super(
      `${facts.operation}: ${waiting === undefined ? 'no complete response' : `the wait ${waiting} did not end`} within ${limit} of ${milliseconds} ms${hint}${circumstances(facts)}`,
      { ...facts, code: 'TIMEOUT_ERROR' },
    );
    this.limit = limit;
  }
}

/** Facts of an `InvalidResponseError`. */
export interface InvalidResponseFacts extends ClientErrorFacts {
  /** Path of the field that is wrong; absent if the whole response is. */
  readonly field?: string | undefined;
  /** HTTP status of the response. */
  readonly status: number;
  /** Id of the response; absent if it had none. */
  readonly requestId?: string | undefined;
}

/**
 * The service responded with 2xx, but the response is not as documented: it is not JSON, has no payload, is too large
 * or too deeply nested, or a field is missing or has the wrong type. The call itself most likely succeeded.
 */
export class InvalidResponseError extends MailrigError {
  override name = 'InvalidResponseError';
  declare readonly code: 'INVALID_RESPONSE';

  /** Path of the first wrong field, for example `emails[0].id`. `undefined` if the whole body is wrong. */
  readonly field: string | undefined;

  /** HTTP status of the response. */
  readonly status: number;

  /** Id of the response. `undefined` if it had none. */
  readonly requestId: string | undefined;

  /**
   * @param reason What is wrong with the response, for the message.
   */
  constructor(reason: string, facts: InvalidResponseFacts) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'INVALID_RESPONSE' });
    this.field = facts.field;
    this.status = facts.status;
    this.requestId = facts.requestId;
  }
}

/**
 * The email that you waited for has ended in another status, for example as `bounced` when you waited for `delivered`.
 */
export class EmailEndedError extends MailrigError {
  override name = 'EmailEndedError';
  declare readonly code: 'EMAIL_ENDED';

  /** The email as the service lists it. */
  readonly email: Email;

  /**
   * @param operation Name of the call, for example `waitForEmail`.
   * @param wanted The statuses that were waited for.
   * @param attempts Requests that were sent.
   */
  constructor(operation: string, email: Email, wanted: readonly string[], attempts: number) {
    const { id, status } = email;
    super(`${operation}: email ${id} is ${status} and will not become ${wanted.join(' or ')}`, {
      code: 'EMAIL_ENDED',
      outcome: 'rejected',
      operation,
      attempts,
    });
    this.email = email;
  }
}
