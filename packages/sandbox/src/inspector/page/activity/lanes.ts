import type { SandboxEvent } from '../control-types.ts';
import type { RowOf } from '../row-pages.ts';

/** A row of the timeline. */
export interface Lane {
  /** Part of the class that colours it. */
  readonly name: 'emails' | 'sent' | 'delivered' | 'failed' | 'other' | 'faults' | 'clock';
  readonly title: string;
  /** What the summary calls one of its marks and several. */
  readonly words: readonly [one: string, several: string];
}

/** From top to bottom. */
export const lanes: readonly Lane[] = [
  { name: 'emails', title: 'Accepted', words: ['email accepted', 'emails accepted'] },
  { name: 'sent', title: 'Sent', words: ['email sent', 'emails sent'] },
  { name: 'delivered', title: 'Delivered', words: ['delivery or reaction', 'deliveries and reactions'] },
  { name: 'failed', title: 'Failed', words: ['bounce or failure', 'bounces and failures'] },
  { name: 'other', title: 'Other', words: ['other change', 'other changes'] },
  { name: 'faults', title: 'Faults', words: ['fault', 'faults'] },
  { name: 'clock', title: 'Clock', words: ['move of the clock', 'moves of the clock'] },
];

/** Something that happened. */
export interface Mark {
  readonly lane: Lane['name'];
  /** Unix milliseconds. */
  readonly at: number;
  readonly text: string;
  /** Number of the event; absent for a fault. */
  readonly sequence?: number;
  /** Where a move of the clock began, in Unix milliseconds. */
  readonly from?: number;
}

/** What to draw for an account, oldest first. */
export function marksOf(
  events: readonly SandboxEvent[],
  faults: readonly RowOf<'listRequests'>[],
  accountId: string | undefined,
): readonly Mark[] {
  const marks: Mark[] = events
    .filter(({ data }) => data['accountId'] === undefined || data['accountId'] === accountId)
    .map(({ type, at, data, sequence }) => ({
      lane: laneOf(type),
      sequence,
      at: Date.parse(at),
      text: type,
      ...(type === 'clock.moved' && { from: Date.parse(String(data['from'])) }),
    }));
  for (const { at, operation = 'request', status } of faults) {
    marks.push({ lane: 'faults', at: Date.parse(at), text: `${operation}: ${status ?? 'no response'}` });
  }
  return marks.sort((a, b) => a.at - b.at);
}

function laneOf(type: string): Lane['name'] {
  if (type === 'email.queued') return 'emails';
  if (type === 'email.sent') return 'sent';
  if (/^email\.(delivered|opened|clicked)$/.test(type)) return 'delivered';
  if (/^email\.|^sandbox\.error$/.test(type)) return 'failed';
  return type === 'clock.moved' ? 'clock' : 'other';
}

/**
 * Where each time lies between 0 and 1. A pause counts by its logarithm, so that seconds and days fit
 * into one picture.
 *
 * @param times In ascending order.
 */
export function places(times: readonly number[]): ReadonlyMap<number, number> {
  let end = 0;
  let before = times[0] ?? 0;
  const found = new Map<number, number>();
  for (const time of times) {
    end += Math.log2(1 + (time - before) / 250);
    found.set(time, end);
    before = time;
  }
  return new Map([...found].map(([time, place]) => [time, end === 0 ? 0 : place / end]));
}
