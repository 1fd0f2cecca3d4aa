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

  /** @param suppression.reason Default `manual`. */
  add(suppression: { readonly email: string; readonly reason?: string }): SuppressionView {
    return invoke(addSuppression, this.scope, suppression);
  }

  remove(email: string): void {
    invoke(removeSuppression, this.scope, { email });
  }
}
