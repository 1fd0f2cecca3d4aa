import type { ControlContext } from './context.ts';

/** Typed methods over verbs of the control plane, all for the same account. */
export abstract class ScopedControls {
  /** @internal */
  protected readonly context: ControlContext;

  /** @internal */
  constructor(context: ControlContext) {
    this.context = context;
  }
}
