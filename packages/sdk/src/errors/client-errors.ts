import type { Verification } from '../verification/records.ts';
import {
  circumstances,
  MailrigError,
  type MailrigErrorFacts,
  type MailrigErrorJSON,
} from './mailrig-error.ts';

/** What these errors are made of; each class adds its own code. */
export type ClientErrorFacts = Omit<MailrigErrorFacts, 'code'>;

/** Your `signal` ended the call; its reason is the `cause`. */
export class AbortError extends MailrigError {
  override name = 'AbortError';
  declare readonly code: 'ABORTED';

  constructor(facts: ClientErrorFacts) {
    super(`${facts.operation}: ended by the caller's signal${circumstances(facts)}`, {
      ...facts,
      code: 'ABORTED',
    });
  }
}

/** The service could not be reached, or the connection broke before the whole answer had arrived. */
export class ConnectionError extends MailrigError {
  override name = 'ConnectionError';
  declare readonly code: 'NETWORK_ERROR';

  constructor(reason: string, facts: ClientErrorFacts) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'NETWORK_ERROR' });
  }
}

/** The whole answer did not arrive in time: within `timeout` for one attempt, or `totalTimeout` for the call. */
export class TimeoutError extends MailrigError {
  override name = 'TimeoutError';
  declare readonly code: 'TIMEOUT_ERROR';

  /** Which limit was reached. */
  readonly limit: 'timeout' | 'totalTimeout';

  constructor(limit: 'timeout' | 'totalTimeout', milliseconds: number, facts: ClientErrorFacts) {
    super(
      `${facts.operation}: no complete answer within ${limit} of ${milliseconds} ms${circumstances(facts)}`,
      { ...facts, code: 'TIMEOUT_ERROR' },
    );
    this.limit = limit;
  }
}

/** What an `InvalidResponseError` is made of. */
export interface InvalidResponseFacts extends ClientErrorFacts {
  readonly field?: string | undefined;
  readonly status: number;
  readonly requestId?: string | undefined;
}

/**
 * The service answered 2xx, but not with what it documents: no JSON, no payload, too large, nested too
 * deeply, or with a field that is missing or of another type. It most likely did what was asked.
 */
export class InvalidResponseError extends MailrigError {
  override name = 'InvalidResponseError';
  declare readonly code: 'INVALID_RESPONSE';

  /** Path of the first field that is wrong, for example `emails[0].id`; `undefined` if the whole body is. */
  readonly field: string | undefined;

  /** HTTP status of the answer. */
  readonly status: number;

  /** Id of the answer, if it had a readable one. */
  readonly requestId: string | undefined;

  constructor(reason: string, facts: InvalidResponseFacts) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'INVALID_RESPONSE' });
    this.field = facts.field;
    this.status = facts.status;
    this.requestId = facts.requestId;
  }

  override toJSON(): MailrigErrorJSON {
    const { status, requestId } = this;
    return { ...super.toJSON(), status, ...(requestId !== undefined && { requestId }) };
  }
}

/** A verification that was waited for has failed: it has no results, and its credits are not returned (A108). */
export class VerificationFailedError extends MailrigError {
  override name = 'VerificationFailedError';
  declare readonly code: 'VERIFICATION_FAILED';

  /** The verification as it ended. */
  readonly verification: Verification;

  constructor(operation: string, verification: Verification, attempts: number) {
    const { id, processedEmails, totalEmails } = verification;
    super(
      `${operation}: verification ${id} failed after ${processedEmails} of ${totalEmails} addresses; submit them again`,
      { code: 'VERIFICATION_FAILED', outcome: 'rejected', operation, attempts },
    );
    this.verification = verification;
  }
}
