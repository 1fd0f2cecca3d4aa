import type { Verification } from '../verification/records.ts';
import { MailrigError } from './mailrig-error.ts';

/** A verification that was waited for ended as `failed`: it has no results, and its credits are not given back (decision A108). */
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
