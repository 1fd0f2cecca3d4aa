import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer, useSandbox } from '../sandbox-context.ts';
import { dateAndTime, duration } from '../format.ts';
import { type Lane, lanes, type Mark, marksOf, places } from './lanes.ts';

const laneHeight = 22;
const labelWidth = 76;
/** Pixels between the left ends of two times on the axis. */
const tickDistance = 130;
const axisHeight = 20;

/** The latest events of the account as a picture. The table of events says the same in words. */
export function Timeline() {
  const { events: latest, eventCount = 0, account, peek, peeked } = useSandbox();
  // While the page shows the moment of a mark, the marks after it stay.
  const kept = useRef(latest);
  if (peeked === undefined) kept.current = latest;
  const events = kept.current;
  const { answer } = useAnswer('listRequests', { outcome: 'fault', limit: 100 });
  const [figure, width] = useWidth();
  const faults = (answer?.requests ?? []).filter(({ accountId }) => accountId === account?.id);
  const marks = marksOf(events, faults, account?.id);
  const first = marks[0];
  const last = marks.at(-1);
  if (!first || !last) return null;
  const place = places(marks.map(({ at }) => at));
  const inner = Math.max(60, width - labelWidth - 14);
  const xOf = (at: number) => labelWidth + (place.get(at) ?? 0) * inner;
  const height = lanes.length * laneHeight + axisHeight;
  const summary = lanes
    .flatMap(({ name, words }) => {
      const count = marks.filter(({ lane }) => lane === name).length;
      return count === 0 ? [] : [`${count} ${words[count === 1 ? 0 : 1]}`];
    })
    .join(', ');
  return (
    <figure ref={figure} class="timeline-picture box">
      <svg
        role="img"
        aria-label={`Timeline from ${dateAndTime(first.at)} to ${dateAndTime(last.at)}: ${summary}.`}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {lanes.map(({ name, title }, row) => (
          <g key={name}>
            <text x={0} y={row * laneHeight + 15}>
              {title}
            </text>
            <line x1={labelWidth} x2={width} y1={row * laneHeight + 11} y2={row * laneHeight + 11} />
          </g>
        ))}
        {marks
          .filter(({ lane }) => lane === 'clock')
          .map(({ at }, index) => (
            <line
              key={index}
              class="move"
              x1={rounded(xOf(at))}
              x2={rounded(xOf(at))}
              y1={0}
              y2={lanes.length * laneHeight}
            />
          ))}
        {dotsOf(marks, xOf).map(({ lane, x, count, text, sequence }) => (
          <circle
            key={`${lane} ${x}`}
            class={`lane-${lane}`}
            cx={x}
            cy={lanes.findIndex(({ name }) => name === lane) * laneHeight + 11}
            r={Math.min(9, 3.5 + Math.log2(count))}
            {...peek.over(sequence)}
          >
            <title>{text}</title>
          </circle>
        ))}
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

/** Marks that would cover each other, as one dot. */
interface Dot {
  readonly lane: Lane['name'];
  readonly x: number;
  readonly count: number;
  readonly text: string;
  /** The last event that it stands for. */
  readonly sequence: number | undefined;
}

/** The place of a dot: dots closer than their width become one. */
function rounded(x: number): number {
  return Math.round(x / 8) * 8;
}

function dotsOf(marks: readonly Mark[], xOf: (at: number) => number): readonly Dot[] {
  const dots = new Map<string, Dot>();
  for (const { lane, at, from, text, sequence } of marks) {
    const x = rounded(xOf(at));
    const key = `${lane} ${x}`;
    const count = (dots.get(key)?.count ?? 0) + 1;
    const time = dateAndTime(at);
    const what = from === undefined ? text : `advanced by ${duration(at - from)}`;
    dots.set(key, {
      lane,
      x,
      count,
      sequence,
      text: count === 1 ? `${time} ${what}` : `${count} until ${time}`,
    });
  }
  return [...dots.values()];
}

/** The times to write below the picture, as many as fit. */
function ticksOf(
  marks: readonly Mark[],
  xOf: (at: number) => number,
  width: number,
): readonly { readonly at: number; readonly x: number }[] {
  const ticks: { readonly at: number; readonly x: number }[] = [];
  let free = -Infinity;
  for (const { at } of marks) {
    const x = Math.min(xOf(at), width - tickDistance + 30);
    if (x < free) continue;
    ticks.push({ at, x });
    free = x + tickDistance;
  }
  return ticks;
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
