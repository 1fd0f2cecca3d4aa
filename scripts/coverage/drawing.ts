import type { Transition } from '../../packages/sandbox/src/lifecycles/transition.ts';

const gap = 124;
const box = { width: 100, height: 32 };
const rise = 34;
const margin = 16;

interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly labels: readonly string[];
}

/**
 * Draws a state machine as SVG: states in a row, moves to the right above them, other moves below. The
 * longer an arrow, the higher it is, so labels do not overlap. The background makes it readable on light
 * and dark pages.
 */
export function drawing(name: string, transitions: readonly Transition<string, string>[]): string {
  const states = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))];
  const arrows = arrowsOf(states, transitions);
  const above = Math.max(0, ...arrows.map(({ from, to }) => to - from));
  const below = Math.max(0, ...arrows.map(({ from, to }) => (from === to ? 1 : from - to)));
  const middle = margin + above * rise + box.height;
  const width = (states.length - 1) * gap + box.width + 2 * margin;
  const height = middle + box.height + below * rise + margin;
  const x = (index: number) => margin + box.width / 2 + index * gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>${name}: ${states.join(', ')}</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>
<rect width="${width}" height="${height}" rx="8" fill="#f6f8fa"/>
${arrows.map((arrow) => arrowText(arrow, x, middle)).join('\n')}
${states.map((state, index) => stateText(state, x(index), middle, index === 0)).join('\n')}
</svg>
`;
}

/** Combines all moves between the same two states into one arrow. */
function arrowsOf(states: readonly string[], transitions: readonly Transition<string, string>[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const { from, on, to } of transitions) {
    const { labels = [] } = arrows.get(`${from} ${to}`) ?? {};
    const ends = { from: states.indexOf(from), to: states.indexOf(to) };
    arrows.set(`${from} ${to}`, { ...ends, labels: [...labels, on] });
  }
  return [...arrows.values()];
}

function arrowText({ from, to, labels }: Arrow, x: (index: number) => number, middle: number): string {
  const span = Math.abs(to - from) || 1;
  const up = to > from;
  const side = up ? middle - box.height / 2 : middle + box.height / 2;
  const peak = up ? side - span * rise : side + span * rise;
  // Arrows start and end at different points, so they can be told apart.
  const start = x(from) + (from === to ? -40 : up ? 20 : -20);
  const end = x(to) + (from === to ? 40 : up ? -20 : 20);
  // A cubic curve reaches three quarters of the way to its control points.
  const control = side + (peak - side) * (4 / 3);
  const path = `M${start} ${side}C${start} ${control} ${end} ${control} ${end} ${side}`;
  const label = `<text x="${(start + end) / 2}" y="${peak + 4}" text-anchor="middle" fill="#24292f" stroke="#f6f8fa" stroke-width="5" paint-order="stroke">${labels.join(', ')}</text>`;
  return `<path d="${path}" fill="none" stroke="#57606a" stroke-width="1.3" marker-end="url(#head)"/>\n${label}`;
}

function stateText(state: string, x: number, middle: number, first: boolean): string {
  const place = `x="${x - box.width / 2}" y="${middle - box.height / 2}" width="${box.width}" height="${box.height}" rx="16"`;
  const look = first ? 'fill="#0969da" stroke="#0969da"' : 'fill="#ffffff" stroke="#57606a"';
  return `<rect ${place} ${look}/><text x="${x}" y="${middle + 4.5}" text-anchor="middle" fill="${first ? '#ffffff' : '#24292f'}">${state}</text>`;
}
