import type { ControlContext } from './context.ts';

/** For lists that show some where they are not told how many: all that there are. */
export const everything = 999_999_999;

/** A group of controls of one account: typed functions over the verbs of the control plane. */
export abstract class ScopedControls {
  /** @internal */
  protected readonly context: ControlContext;

  /** @internal */
  constructor(context: ControlContext) {
    this.context = context;
  }
}
