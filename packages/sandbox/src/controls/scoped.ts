import type { Scope } from '../control/verb.ts';

/** A group of controls of one account: typed functions over the verbs of the control plane. */
export abstract class ScopedControls {
  /** @internal */
  protected readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }
}
