import { type Limits, limits } from '../../packages/contract/src/index.ts';
import type { DocComments } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

const second = 1_000;
const units: readonly (readonly [size: number, name: string])[] = [
  [86_400 * second, 'day'],
  [3_600 * second, 'hour'],
  [60 * second, 'minute'],
];

/** The page of limits. */
export function limitsPage(docs: DocComments): string {
  const names = Object.keys(limits) as (keyof Limits)[];
  const rows = names.map((name) => [code(name), amount(name, limits[name]), docs.of('Limits', name)]);
  return page(
    'Limits',
    'The numbers of the service, from `packages/contract/src/limits.ts`; `import { limits }` from `@mailrig/contract` has them in milliseconds, bytes and characters. `createSandbox({ limits })` changes some, so that a test need not send 10 MB to meet one.',
    [table(['Name', 'Value', 'What it bounds'], rows)],
  );
}

function amount(name: string, value: number): string {
  if (name.endsWith('Bytes')) return `${value / 1_048_576} MiB`;
  if (name.endsWith('Length')) return `${value} characters`;
  if (!/Lifetime$|Window$/.test(name) || name === 'requestsPerWindow') return value.toLocaleString('en');
  const [size, unit] = units.find(([one]) => value >= one) ?? [second, 'second'];
  return `${value / size} ${unit}${value === size ? '' : 's'}`;
}
