import type { ControlContext } from './context.ts';

/** A limit that is as good as none, for lists that have a default limit over HTTP. */
export const everything = 999_999_999;

/** Typed methods over verbs of the control plane, all for the same account. */
export abstract class ScopedControls {
  /** @internal */
  protected readonly context: ControlContext;

  /** @internal */
  constructor(context: ControlContext) {
    this.context = context;
  }
}
