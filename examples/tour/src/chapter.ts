import type { Mailrig } from 'mailrig';
import type { Control } from './control.ts';

/** Who takes part in the tour. */
export interface Cast {
  /** Client with a production key. */
  readonly live: Mailrig;
  /** Client with a sandbox key: nothing it sends is listed. */
  readonly test: Mailrig;
  readonly control: Control;
}

/** One thing that the tour shows. */
export interface Step {
  /** What is done. */
  readonly title: string;
  /** Does it; returns what came of it, in a few words. Rejects where it went wrong. */
  readonly run: (cast: Cast) => Promise<string>;
}

/** Steps that belong together. */
export interface Chapter {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** @throws Error where something is not as the step promises. */
export function must(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Error(promise);
}
