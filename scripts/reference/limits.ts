import { type Limits, limits } from '../../packages/contract/src/index.ts';
import { adjustableLimits } from '../../packages/sandbox/src/control/options.ts';
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
  return page(
    'Limits',
    'Every limit of the service. In code, import `limits` from `@mailrig/contract`: times are in milliseconds, sizes in bytes. To reach a limit in a test without sending 10 MB, change it: with `createSandbox({ limits: { emailBytes: 1_000 } })`, or with `--limits` for the server. The last column says which can be changed. How much a sandbox stores is not a limit of the service: `storedBytes` and `storedEmails` are changed in the same way, or with `--max-stored`.',
    [
      table(
        ['Name', 'Value', 'Description', 'Change with'],
        names.map((name) => [...limitRow(name, docs), changeOf(name)]),
      ),
    ],
  );
}

/** How the limits of the rate are changed; they are options of their own. */
const rateOptions: Partial<Record<keyof Limits, string>> = {
  requestsPerWindow: '`rateLimit: { limit }`, `--rate-limit`, `--no-rate-limit`',
  rateWindow: '`rateLimit: { windowMs }`',
};

function changeOf(name: keyof Limits): string {
  const adjustable: readonly string[] = adjustableLimits;
  return rateOptions[name] ?? (adjustable.includes(name) ? '`limits`, `--limits`' : 'fixed');
}

/** The row of a limit: name, value with its unit, and description. */
export function limitRow(name: keyof Limits, docs: DocComments): string[] {
  return [code(name), amount(name, limits[name]), docs.of('Limits', name)];
}

function amount(name: string, value: number): string {
  if (name.endsWith('Bytes')) return `${value / 1_048_576} MiB`;
  if (name.endsWith('Length')) return `${value} characters`;
  if (!/Lifetime$|Window$/.test(name) || name === 'requestsPerWindow') return value.toLocaleString('en');
  const [size, unit] = units.find(([one]) => value >= one) ?? [second, 'second'];
  return `${value / size} ${unit}${value === size ? '' : 's'}`;
}
