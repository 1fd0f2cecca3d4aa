import {
  addSuppression,
  listSuppressions,
  removeSuppression,
  type SuppressionView,
} from '../control/suppressions.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The suppression list of an account's domain. */
export class SuppressionControls extends ScopedControls {
  /** Newest first. */
  list(): readonly SuppressionView[] {
    return invoke(listSuppressions, this.scope, {}).suppressions;
  }

  /**
   * Suppresses an address for every send of the account.
   *
   * @param suppression.reason Default `manual`.
   */
  add(suppression: { readonly email: string; readonly reason?: string }): SuppressionView {
    return invoke(addSuppression, this.scope, suppression);
  }

  /** Lets mail go to an address again; one that is not suppressed is a `ControlError`. */
  remove(email: string): void {
    invoke(removeSuppression, this.scope, { email });
  }
}
