import { member } from '../answer.ts';

/** Times in milliseconds since 1970: the beginning and the end of an exchange with the deployment. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The state of an email or a verification, as an exchange showed it. */
interface Observation {
  readonly line: number;
  readonly request: string;
  readonly operation: string;
  readonly path: string;
  /** Milliseconds since the acceptance, at least and at most. */
  readonly least: number;
  readonly most: number;
  readonly recorded: string;
  readonly actual: string | undefined;
}

/** An email or a verification that was accepted in the recording. */
export interface Followed {
  readonly what: 'email' | 'verification';
  /** Its id in the sandbox, or its message id. */
  readonly actualId: string;
  readonly accepted: Window;
  /** Authentication of the requests that showed it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly initial: string;
  readonly observations: Observation[];
}

/** What a difference in time says. */
export interface TimingFinding {
  readonly observation: Observation;
  readonly deployment: string;
  readonly sandbox: string;
  readonly message: string;
}

/** When the sandbox reached each state, in milliseconds since the acceptance. */
export type Timeline = ReadonlyMap<string, number>;

/** The member with the time of each state. */
const timesOfStates: Readonly<Record<string, string>> = {
  sent: 'sentAt',
  delivered: 'deliveredAt',
  processing: 'startedAt',
  completed: 'completedAt',
};

/** The times of a record's states: as it says itself, and as the replay saw it. */
export function timelineOf({ initial, observations }: Followed, record: object | undefined): Timeline {
  const timeline = new Map([[initial, 0]]);
  const createdAt = timeIn(record, 'createdAt');
  const states = [...Object.entries(timesOfStates), ['failed', 'completedAt'] as const];
  for (const [state, field] of states) {
    const time = timeIn(record, field);
    if (time === undefined || createdAt === undefined) continue;
    if (
      state === 'failed'
        ? member(record, 'status') !== state
        : member(record, 'status') === 'failed' && state === 'completed'
    )
      continue;
    timeline.set(state, time - createdAt);
  }
  for (const { actual, least } of observations) {
    if (actual !== undefined && !timeline.has(actual)) timeline.set(actual, Math.max(0, least));
  }
  return timeline;
}

function timeIn(record: object | undefined, field: string): number | undefined {
  const text = member(record, field);
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : undefined;
}

/** The changes of state that the deployment made at other times than the sandbox. */
export function timingFindings(followed: Followed, timeline: Timeline): TimingFinding[] {
  const { what, initial } = followed;
  const observations = followed.observations.toSorted((one, other) => one.least - other.least);
  const findings: TimingFinding[] = [];
  let [state, since] = [initial, 0];
  for (const observation of observations) {
    const { recorded, least, most } = observation;
    if (recorded !== state) {
      const time = timeline.get(recorded);
      if (time === undefined || time < since || time > most) {
        const deployment = `${recorded} between ${seconds(since)} and ${seconds(most)}`;
        const changed = `The deployment changed to \`${recorded}\` between ${seconds(since)} and ${seconds(most)} after it accepted the ${what}`;
        findings.push({ observation, deployment, ...sandboxChange(changed, recorded, time) });
      }
      state = recorded;
    }
    since = Math.max(since, least);
  }
  const last = observations.at(-1);
  const next = [...timeline]
    .filter(([, time]) => time > (timeline.get(state) ?? Infinity))
    .toSorted(([, one], [, other]) => one - other)[0];
  if (last && findings.length === 0 && next && next[1] < last.least) {
    const [name, time] = next;
    const deployment = `still ${state} after ${seconds(last.least)}`;
    const message = `The deployment was still \`${state}\` ${seconds(last.least)} after it accepted the ${what}; the sandbox changes to \`${name}\` after ${seconds(time)}.`;
    findings.push({ observation: last, deployment, sandbox: `${name} after ${seconds(time)}`, message });
  }
  return findings;
}

function sandboxChange(
  changed: string,
  state: string,
  time: number | undefined,
): { sandbox: string; message: string } {
  if (time === undefined) {
    return { sandbox: `never ${state}`, message: `${changed}; the sandbox does not within an hour.` };
  }
  return {
    sandbox: `${state} after ${seconds(time)}`,
    message: `${changed}; the sandbox does after ${seconds(time)}.`,
  };
}

function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(1)} s`;
}
