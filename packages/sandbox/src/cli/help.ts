import { type AnyValueOption, optionRows, type Switch } from './options.ts';

/** The text of `--help`. */
export function helpText(): string {
  const rows = optionRows.map(([name, option]) => [heading(name, option), explanation(option)] as const);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    'mailrig-sandbox: an in-memory mail service to develop and test against',
    '',
    'Usage: mailrig-sandbox [options]           serve a sandbox',
    '       mailrig-sandbox openapi [options]   print the API as OpenAPI 3.1',
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Examples:',
    '',
    ...examples.map((line) => `  mailrig-sandbox ${line}`),
  ].join('\n');
}

const examples = [
  '--port 0 --json                                         for a script, on any free port',
  '--clock manual --start-at 2026-01-01T00:00:00Z          time moves only when you move it',
  '--seed seed.yaml --state state.db                       continues where it stopped',
];

function heading(name: string, option: AnyValueOption | Switch): string {
  if ('value' in option) return `--${name} ${option.value}`;
  return option.short === undefined ? `--${name}` : `-${option.short}, --${name}`;
}

function explanation(option: AnyValueOption | Switch): string {
  if (!('value' in option)) return option.summary;
  const { summary, variable } = option;
  const fallback = 'fallback' in option ? option.fallback : undefined;
  const defaults = [
    fallback === undefined ? undefined : `default ${String(fallback)}`,
    variable === undefined ? undefined : `environment ${variable}`,
  ].filter((part) => part !== undefined);
  return defaults.length === 0 ? summary : `${summary} (${defaults.join(', ')})`;
}
