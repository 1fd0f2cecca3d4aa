import { useEffect, useRef, useState } from 'preact/hooks';
import type { SandboxEvent } from '../control-types.ts';
import { dateAndTime, duration } from '../format.ts';
import { model } from '../model.ts';
import { useResponse } from '../reads.ts';
import type { RowOf } from '../row-pages.ts';

/** The rows of the timeline from top to bottom: name, colour, title, and the words for one mark and for several. */
const lanes = [
  ['emails', 'info', 'Accepted', 'email accepted', 'emails accepted'],
  ['sent', 'info', 'Sent', 'email sent', 'emails sent'],
  ['delivered', 'good', 'Delivered', 'delivery or reaction', 'deliveries and reactions'],
  ['failed', 'bad', 'Failed', 'bounce or failure', 'bounces and failures'],
  ['other', 'plain', 'Other', 'other change', 'other changes'],
  ['faults', 'bad', 'Faults', 'fault', 'faults'],
  ['clock', 'plain', 'Clock', 'move of the clock', 'moves of the clock'],
] as const;

type Lane = (typeof lanes)[number][0];

const laneHeight = 22;
const labelWidth = 76;
/** Pixels between the left ends of two times on the axis. */
const tickDistance = 130;
const axisHeight = 20;

/** The latest events of the account as a picture. The table of events says the same in words. */
export function Timeline() {
  const { events: latest, eventCount = 0, account, peek, peeked } = model;
  // While the page shows the moment of a mark, the marks after it stay.
  const kept = useRef(latest);
  if (peeked === undefined) kept.current = latest;
  const events = kept.current;
  const { response } = useResponse('listRequests', { outcome: 'fault', limit: 100 });
  const [figure, width] = useWidth();
  const marks = marksOf(events, response?.requests ?? [], account?.id);
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return null;
  const place = places(marks.map(({ at }) => at));
  const inner = Math.max(60, width - labelWidth - 14);
  const xOf = (at: number) => labelWidth + (place.get(at) ?? 0) * inner;
  // Dots closer than their width become one.
  const dotOf = (at: number) => Math.round(xOf(at) / 8) * 8;
  const dots = Map.groupBy(marks, ({ lane, at }) => `${lane} ${dotOf(at)}`);
  const bottom = lanes.length * laneHeight;
  const height = bottom + axisHeight;
  const summary = lanes
    .map(
      ([lane, , , one, several]) =>
        [marks.filter((mark) => mark.lane === lane).length, one, several] as const,
    )
    .flatMap(([count, one, several]) => (count === 0 ? [] : `${count} ${count === 1 ? one : several}`))
    .join(', ');
  return (
    <figure ref={figure} class="timeline-picture fine box">
      <svg
        role="img"
        aria-label={`Timeline from ${dateAndTime(first.at)} to ${dateAndTime(last.at)}: ${summary}.`}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {lanes.map(([lane, , title], row) => (
          <g key={lane} transform={`translate(0 ${row * laneHeight + 11})`}>
            <text y={4}>{title}</text>
            <line x1={labelWidth} x2={width} />
          </g>
        ))}
        {marks.map(
          ({ lane, at }, index) =>
            lane === 'clock' && <line key={index} class="move" x1={dotOf(at)} x2={dotOf(at)} y2={bottom} />,
        )}
        {[...dots.values()].map((group) => {
          const { lane, at, text, sequence } = group.at(-1) ?? first;
          const row = lanes.findIndex(([name]) => name === lane);
          return (
            <circle
              key={`${lane} ${dotOf(at)}`}
              class={lanes[row]?.[1]}
              cx={dotOf(at)}
              cy={row * laneHeight + 11}
              r={Math.min(9, 3.5 + Math.log2(group.length))}
              {...peek.over(sequence)}
            >
              <title>
                {group.length === 1
                  ? `${dateAndTime(at)} ${text}`
                  : `${group.length} until ${dateAndTime(at)}`}
              </title>
            </circle>
          );
        })}
        {ticksOf(marks, xOf, width).map(({ at, x }) => (
          <text key={at} x={x} y={height - 4}>
            {dateAndTime(at).slice(5)}
          </text>
        ))}
      </svg>
      <figcaption class="fine">
        {events.length < eventCount &&
          `The latest ${events.length} of ${eventCount.toLocaleString('en')} events: `}
        {summary}. Long pauses are shortened.
      </figcaption>
    </figure>
  );
}

/** The times to write below the picture, as many as fit. */
function ticksOf(marks: readonly Mark[], xOf: (at: number) => number, width: number) {
  let free = -Infinity;
  return marks.flatMap(({ at }) => {
    const x = Math.min(xOf(at), width - tickDistance + 30);
    if (x < free) return [];
    free = x + tickDistance;
    return { at, x };
  });
}

/** The width of an element in pixels, as the window changes. */
function useWidth() {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  });
  return [element, width] as const;
}

/** Something that happened. */
interface Mark {
  readonly lane: Lane;
  /** Unix milliseconds. */
  readonly at: number;
  readonly text: string;
  /** Number of the event; absent for a fault. */
  readonly sequence?: number;
}

/** What to draw for an account, oldest first. */
function marksOf(
  events: readonly SandboxEvent[],
  faulty: readonly RowOf<'listRequests'>[],
  accountId: string | undefined,
): readonly Mark[] {
  const happened = events
    .filter(({ data }) => data['accountId'] === undefined || data['accountId'] === accountId)
    .map(({ type, at, data, sequence }) => {
      const time = Date.parse(at);
      const lane = laneOf(type);
      const text =
        lane === 'clock' ? `advanced by ${duration(time - Date.parse(String(data['from'])))}` : type;
      return { lane, at: time, text, sequence };
    });
  const faults = faulty
    .filter((request) => request.accountId === accountId)
    .map(({ at, operation = 'request', status }) => ({
      lane: 'faults' as const,
      at: Date.parse(at),
      text: `${operation}: ${status ?? 'no response'}`,
    }));
  return [...happened, ...faults].sort((a, b) => a.at - b.at);
}

function laneOf(type: string): Lane {
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
function places(times: readonly number[]): ReadonlyMap<number, number> {
  let end = 0;
  let before = times[0] ?? 0;
  const found = new Map<number, number>();
  for (const time of times) {
    end += Math.log2(1 + (time - before) / 250);
    found.set(time, end);
    before = time;
  }
  return new Map([...found].map(([time, place]) => [time, place / (end || 1)]));
}
