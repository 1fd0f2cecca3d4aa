import type { Snapshot } from '../service/state/snapshot.ts';
import type { Case } from './case.ts';
import type { Verdict } from './comparison.ts';
import type { Schedule } from './timeline.ts';
import type { Trial } from './trial.ts';

/** What a report shows of a run in which something did not hold. */
export interface BrokenRun {
  /** What passed when; absent in real time, which does not show it. */
  readonly schedule?: Schedule | undefined;
  /** The same in the normal order, if the order alone is what broke. */
  readonly normal?: Schedule | undefined;
  readonly end: Snapshot;
}

/** A run of a case, without its large states, and what did not hold in it. */
export interface Judged extends Omit<Trial, 'fork' | 'state' | 'value' | 'alone' | 'end'> {
  readonly verdicts: readonly Verdict[];
  /** Whether it held only because tasks started again an hour later. */
  readonly isDelayed: boolean;
  /** Present if something did not hold that no run before has shown, or not as simply. */
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
  /** What a pass does not show, in sentences. */
  readonly notes?: readonly string[];
}

/** Yields the cases to run next, and receives how they went. */
export type Rounds<R = void> = Generator<readonly Case[], R, readonly Judged[]>;

/** A way in which things go wrong: which cases there are, and what must hold in them. */
export interface Strategy {
  readonly name: 'baseline' | 'faults' | 'orders' | 'crashes';
  /** What is wrong with the effects of a run that ended. */
  readonly verdicts: (trial: Trial) => Verdict[];
  rounds(): Rounds<Tried>;
}
