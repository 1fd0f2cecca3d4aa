import type { Baseline } from './baseline.ts';
import type { Case } from './case.ts';

/** Virtual milliseconds of a wait that another task may start in. Shorter ones are those of a database or a poll. */
const shortestPause = 1_000;

const name = /^late:(\d+),(.+)$/s;

/** The starts of one task in each pause of the others. */
export function lateStarts({ scenario: { names }, trial }: Baseline): Case[] {
  const waits = trial.steps.filter(({ kind }) => kind === 'time');
  const pauses = waits.flatMap(({ milliseconds = 0 }, index) =>
    milliseconds < shortestPause ? [] : [index + 1],
  );
  return names.length < 2 ? [] : pauses.flatMap((wait) => names.map((task) => lateStart(task, wait)));
}

/** The start that a replay names; `undefined` if it names something else. */
export function lateStartOf(replay: string): Case | undefined {
  const [, wait, task] = name.exec(replay) ?? [];
  return wait === undefined || task === undefined ? undefined : lateStart(task, Number(wait));
}

function lateStart(task: string, wait: number): Case {
  return {
    plan: { lateStart: { task, wait } },
    token: `late:${wait},${task}`,
    orders: { count: 1, preemptions: Infinity },
  };
}
