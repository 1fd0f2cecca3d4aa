import type { Mailrig } from 'mailrig';
import type { Control } from './control.ts';

/** The clients and the sandbox of the tour. */
export interface Cast {
  /** A client with a live key. */
  readonly live: Mailrig;
  /** A client with a test key. What it sends is not listed. */
  readonly test: Mailrig;
  readonly control: Control;
}

/** A step of the tour. */
export interface Step {
  readonly title: string;
  /** Runs the step and describes the result in a few words. Rejects if it goes wrong. */
  readonly run: (cast: Cast) => Promise<string>;
}

/** A group of steps. */
export interface Chapter {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** @throws Error if the promise of a step does not hold. */
export function must(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Error(promise);
}
