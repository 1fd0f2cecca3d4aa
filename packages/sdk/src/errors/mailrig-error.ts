import type { Outcome } from './outcome.ts';

/** Brand of every error of this package, shared by all copies of it. */
export const mailrigBrand: unique symbol = Symbol.for('mailrig.error');

/** What an error says beside its message. */
export interface MailrigErrorFacts {
  /** Word for programs, see `MailrigError.code`. */
  readonly code: string;
  readonly outcome: Outcome;
  readonly operation?: string | undefined;
  readonly attempts?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Everything that this package throws. Thrown as such only for options that are missing or
 * malformed; every other failure has a class of its own.
 */
export class MailrigError extends Error {
  override name = 'MailrigError';

  /**
   * What went wrong, for programs: a code of the service (`RECIPIENT_SUPPRESSED`), or one of this
   * package's own: `INVALID_OPTIONS`, `NETWORK_ERROR`, `TIMEOUT_ERROR`, `ABORTED`,
   * `INVALID_RESPONSE`, `THROTTLE_FAILED`, `VERIFICATION_FAILED`, `UPLOAD_FAILED`, `UNKNOWN_ERROR`.
   */
  readonly code: string;

  /** Whether the request was done, as far as can be known here. */
  readonly outcome: Outcome;

  /** Name of the operation, for example `sendEmail`; absent where no call was made. */
  readonly operation: string | undefined;

  /** How often the request was sent; 0 where it never left. */
  readonly attempts: number;

  /**
   * Key under which a send was made, given or made up: a further send with it is not a second email.
   * Absent for other operations.
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
