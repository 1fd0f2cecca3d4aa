import { notRepeatable } from './baseline.ts';
import type { Snapshot } from '../service/state/store.ts';
import type { Rules, Verdict } from './judge.ts';
import type { Schedule } from './lanes.ts';
import type { Peace } from './peace.ts';
import type { Case } from './case.ts';
import type { Trial } from './plan.ts';
import { firstDifference } from './steps.ts';

/** A run in which something did not hold. */
export interface BrokenRun {
  /** What passed when; absent in real time, where nobody sees it. */
  readonly schedule?: Schedule;
  readonly end: Snapshot;
}

/** A case that was run, and what did not hold. */
export interface Judged<T> {
  readonly case: Case;
  readonly trial: Omit<Trial<T>, 'fork' | 'state' | 'value' | 'alone' | 'end'>;
  readonly verdicts: readonly Verdict[];
  /** What passed when, and the state at the end, if something did not hold. */
  readonly broken?: BrokenRun;
}

/** A way in which things go wrong: which runs there are, and what must hold in them. */
export interface Strategy<T> {
  readonly name: 'faults' | 'orders' | 'crashes';
  readonly rules: Rules<T>;
  /** The runs to begin with. */
  first(peace: Peace<T>): readonly Case[];
  /** The runs that follow from those of the last round. */
  next(round: readonly Judged<T>[]): readonly Case[];
  /** Whether the same plan must do exactly the same again. */
  readonly isExact: boolean;
  /** The error for more runs than the limit. */
  tooMany(runs: number, limit: number): Error;
}

/**
 * Refuses two runs of one plan that differ: a verdict about one of them would say nothing.
 *
 * @throws Error naming the first difference.
 */
export function checkRepeats<T>(
  one: Judged<T>['trial'],
  again: Judged<T>['trial'],
  { baseline }: Peace<T>,
): void {
  const difference = firstDifference(one.steps, again.steps);
  if (difference !== undefined) throw notRepeatable(difference);
  const [first, then] = [one, again].map(({ effects }) =>
    effects.list.map((effect) => baseline.keyOf(effect)),
  );
  if (JSON.stringify(first?.toSorted()) === JSON.stringify(then?.toSorted())) return;
  const [title] = [one, again]
    .flatMap(({ effects }) => effects.list)
    .filter((effect) => {
      const key = baseline.keyOf(effect);
      return first?.filter((other) => other === key).length !== then?.filter((other) => other === key).length;
    });
  throw notRepeatable(`the ${title?.title} was different`);
}
