import { type Command, type CommandName, commands } from './commands.ts';
import { folded, foldedColumns } from './output.ts';
import { type AnyValueOption, type OptionTable, type Switch, variableOf } from './option.ts';

/** The text of `--help` for a command; for the server, with all commands. */
export function helpText(name: CommandName): string {
  const { summary, options, examples }: Command = commands[name];
  const title = name === 'serve' ? 'an in-memory mail service to develop and test against' : summary;
  return [
    ...folded(`${name === 'serve' ? 'mailrig-sandbox' : `mailrig-sandbox ${name}`}: ${title}`),
    '',
    ...(name === 'serve' ? usage() : [`Usage: mailrig-sandbox ${name} [options]${restOf(options)}`]),
    '',
    ...foldedColumns(
      Object.entries(options).map(([option, row]) => [`  ${heading(option, row)}`, explanation(row)]),
    ),
    '',
    ...environmentNote(options),
    'Examples:',
    '',
    ...foldedColumns(examples.map(([line, purpose]) => [`  ${line}`, purpose])),
  ].join('\n');
}

/** How to set the options of a command in the environment, with the first ones as examples. */
function environmentNote(options: OptionTable): string[] {
  const fromEnvironment = Object.entries(options).flatMap(([name, option]) => {
    const variable = variableOf(name, option);
    return variable === undefined ? [] : [{ option, example: `--${name} from ${variable}` }];
  });
  const valued = fromEnvironment.find(({ option }) => 'value' in option);
  const onOrOff = fromEnvironment.find(({ option }) => !('value' in option));
  const examples = [valued, onOrOff].flatMap((row) => row?.example ?? []);
  if (examples.length === 0) return [];
  const values = onOrOff ? ' Options without a value take 1, true, 0 or false.' : '';
  const others = Object.entries(options).flatMap(([name, option]) =>
    option.variable === false && option.short === undefined ? `--${name}` : [],
  );
  const exceptions = others.length === 0 ? '' : `, except ${others.join(', ')}`;
  return [
    ...folded(
      `Options take their values from the environment too${exceptions}: ${examples.join(', ')}. The command line wins.${values}`,
    ),
    '',
  ];
}

function usage(): string[] {
  const rows = Object.entries<Command>(commands).map(([name, { summary, options }]): [string, string] => [
    name === 'serve' ? '  mailrig-sandbox' : `  mailrig-sandbox ${name}${restOf(options)}`,
    summary,
  ]);
  return [
    'Usage: mailrig-sandbox [COMMAND] [options]',
    '',
    ...foldedColumns(rows),
    '',
    'With a command, --help explains its options. Options of the server:',
  ];
}

function restOf(options: OptionTable): string {
  const row = Object.values(options).find((option) => 'afterDashes' in option);
  return row && 'value' in row ? ` -- ${row.value}` : '';
}

function heading(name: string, option: AnyValueOption | Switch): string {
  if ('afterDashes' in option) return `-- ${option.value}`;
  const names = option.short === undefined ? `--${name}` : `-${option.short}, --${name}`;
  return 'value' in option ? `${names} ${option.value}` : names;
}

function explanation(option: AnyValueOption | Switch): string {
  const { summary, variable } = option;
  const fallback = 'fallback' in option ? option.fallback : undefined;
  const notes = [
    fallback === undefined ? undefined : `default ${String(fallback)}`,
    typeof variable === 'string' ? `environment ${variable}` : undefined,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? summary : `${summary} (${notes.join(', ')})`;
}
