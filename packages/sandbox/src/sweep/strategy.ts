import type { Snapshot } from '../service/state/snapshot.ts';
import type { Verdict } from './invariants.ts';
import type { Schedule } from './lanes.ts';
import type { Case } from './case.ts';
import type { Trial } from './plan.ts';
import type { Step } from './steps.ts';

/** A run in which something did not hold. */
export interface BrokenRun {
  /** What passed when; absent in real time, which does not show it. */
  readonly schedule?: Schedule | undefined;
  /** The same in the normal order, if the order alone is what broke. */
  readonly normal?: Schedule | undefined;
  readonly end: Snapshot;
}

/** A case that was run, and what did not hold. */
export interface Judged {
  readonly case: Case;
  readonly trial: Omit<Trial, 'fork' | 'state' | 'value' | 'alone' | 'end'>;
  readonly verdicts: readonly Verdict[];
  /** Whether it held only because tasks started again much later. */
  readonly isLater: boolean;
  /** What passed when, and the state at the end, if something did not hold that was not seen before. */
  readonly broken: BrokenRun | undefined;
}

/** Which orders were tried. */
export interface SweepOrders {
  /** Runs with different orders. */
  readonly runs: number;
  /** All orders with up to this many preemptions were tried; -1 if that would be beyond `limit` for any number. */
  readonly changes: number;
  /** Whether these are all that were asked for, or up to two by default; otherwise, `limit` came first. */
  readonly complete: boolean;
  /** Orders that were tried at random, because more than these would be beyond `limit`. */
  readonly random: number;
  /** Seed of the random orders; the same seed gives the same orders. */
  readonly seed: number;
  /** Orders that were not run, because they can do nothing else than one that was. */
  readonly skipped: number;
}

/** What a strategy tried. */
export interface Tried {
  /** In words, for example `54 faults on 1 request (sendEmail #1)`. */
  readonly text: string;
  readonly orders?: SweepOrders;
  /** What a pass does not say, in sentences. */
  readonly notes?: readonly string[];
}

/** A way in which things go wrong: which runs there are, and what must hold in them. */
export interface Strategy {
  readonly name: 'baseline' | 'faults' | 'orders' | 'crashes';
  /** What is wrong with the effects of a run that ended. */
  readonly verdicts: (trial: Trial) => Verdict[];
  /** Names a run by what passed in it, if its case could not. */
  tokenOf?(steps: readonly Step[], given: Case): string | undefined;
  /** Yields the cases to run next, and gets how they went. Returns what was tried. */
  rounds(): Generator<readonly Case[], Tried, readonly Judged[]>;
}
