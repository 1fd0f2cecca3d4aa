import type { AddressResult, Verification } from '@mailrig/contract';
import { invoke } from '../control/verb.ts';
import {
  clearVerificationCache,
  completeVerification,
  failVerification,
  listVerificationResults,
  listVerificationViews,
  removeVerificationResult,
  setVerificationResult,
  type VerificationFilter,
  type VerificationOutcome,
  type VerificationOutcomeView,
} from '../control/verifications.ts';
import { everything, ScopedControls } from './scoped.ts';

/** What verification finds, and what becomes of batches, beside what time does by itself. */
export class VerificationControls extends ScopedControls {
  /** Verifications without their results, newest first, those of live keys before those of test keys. */
  list(filter: VerificationFilter = {}): readonly Verification[] {
    return invoke(listVerificationViews, this.scope, { ...filter, limit: filter.limit ?? everything })
      .verifications;
  }

  /** The addresses whose result was set. */
  results(): readonly VerificationOutcomeView[] {
    return invoke(listVerificationResults, this.scope, {}).results;
  }

  /**
   * Sets what an address is found to be, whatever the rules say. A result that is cached stays as it
   * is for its 24 hours: {@link VerificationControls.clearCache} ends them.
   */
  setResult(address: string, outcome: AddressResult | VerificationOutcome): VerificationOutcomeView {
    const given = typeof outcome === 'string' ? { result: outcome } : outcome;
    return invoke(setVerificationResult, this.scope, { ...given, email: address });
  }

  /** Lets the rules decide again. Throws a `ControlError` where no result was set. */
  removeResult(address: string): void {
    invoke(removeVerificationResult, this.scope, { email: address });
  }

  /** Completes a batch now, with all its results. Throws a `ControlError` where it has ended. */
  complete(id: string): Verification {
    return invoke(completeVerification, this.scope, { id });
  }

  /** Lets a batch fail now. Throws a `ControlError` where it has ended. */
  fail(id: string): Verification {
    return invoke(failVerification, this.scope, { id });
  }

  /** Makes every address new, for live and test keys; statistics stay. */
  clearCache(): void {
    invoke(clearVerificationCache, this.scope, {});
  }
}
