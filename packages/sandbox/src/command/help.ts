import { type Command, type CommandName, commands } from './commands.ts';
import { columns } from './output.ts';
import type { AnyValueOption, OptionTable, Switch } from './option.ts';

/** The text of `--help` for a command; for the server, with all commands. */
export function helpText(name: CommandName): string {
  const { summary, options, examples }: Command = commands[name];
  const title = name === 'serve' ? 'an in-memory mail service to develop and test against' : summary;
  return [
    `${name === 'serve' ? 'mailrig-sandbox' : `mailrig-sandbox ${name}`}: ${title}`,
    '',
    ...(name === 'serve' ? usage() : [`Usage: mailrig-sandbox ${name} [options]${restOf(options)}`]),
    '',
    ...columns(
      Object.entries(options).map(([option, row]) => [`  ${heading(option, row)}`, explanation(row)]),
    ),
    '',
    'Options take their values from the environment too: --state from MAILRIG_SANDBOX_STATE, --no-inspector from',
    'MAILRIG_SANDBOX_NO_INSPECTOR. Options without a value take 1, true, 0 or false. The command line wins.',
    '',
    'Examples:',
    '',
    ...columns(examples.map(([line, purpose]) => [`  ${line}`, purpose])),
  ].join('\n');
}

function usage(): string[] {
  const rows = Object.entries<Command>(commands).map(([name, { summary, options }]): [string, string] => [
    name === 'serve' ? 'mailrig-sandbox [options]' : `mailrig-sandbox ${name} [options]${restOf(options)}`,
    summary,
  ]);
  const lines = columns(rows).map((line, index) => `${index === 0 ? 'Usage: ' : '       '}${line}`);
  return [...lines, '', 'With a command, --help explains its options. Options of the server:'];
}

/** What comes behind the options. */
function restOf(options: OptionTable): string {
  const row = Object.values(options).find((option) => 'rest' in option);
  return row && 'value' in row ? ` -- ${row.value}` : '';
}

function heading(name: string, option: AnyValueOption | Switch): string {
  if ('rest' in option) return `-- ${option.value}`;
  if ('value' in option) return `--${name} ${option.value}`;
  return option.short === undefined ? `--${name}` : `-${option.short}, --${name}`;
}

function explanation(option: AnyValueOption | Switch): string {
  const { summary, variable } = option;
  const fallback = 'fallback' in option ? option.fallback : undefined;
  const notes = [
    fallback === undefined ? undefined : `default ${String(fallback)}`,
    typeof variable === 'string' ? `environment ${variable}` : undefined,
    variable === false && !('short' in option) ? 'not from the environment' : undefined,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? summary : `${summary} (${notes.join(', ')})`;
}
