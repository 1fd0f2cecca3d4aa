import { MailrigError } from '../errors/mailrig-error.ts';
import type { Verification } from './verification.ts';

/** The verification that you waited for failed. It has no results, and its credits are not returned. */
export class VerificationFailedError extends MailrigError {
  override name = 'VerificationFailedError';
  declare readonly code: 'VERIFICATION_FAILED';

  /** The failed verification. */
  readonly verification: Verification;

  /**
   * @param operation Name of the call.
   * @param attempts Requests that were sent.
   */
  constructor(operation: string, verification: Verification, attempts: number) {
    const { id, processedEmails, totalEmails } = verification;
    super(
      `${operation}: verification ${id} failed after ${processedEmails} of ${totalEmails} addresses; submit them again`,
      { code: 'VERIFICATION_FAILED', outcome: 'rejected', operation, attempts },
    );
    this.verification = verification;
  }
}
