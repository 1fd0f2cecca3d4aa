import { type Command, type CommandName, commands } from '../../packages/sandbox/src/command/commands.ts';
import { helpText } from '../../packages/sandbox/src/command/help.ts';
import { type AnyValueOption, type Switch, variableOf } from '../../packages/sandbox/src/command/option.ts';
import { code, page, table } from './markdown.ts';

/** The page of the command `mailrig-sandbox`. */
export function commandLinePage(): string {
  const names = Object.keys(commands) as CommandName[];
  return page(
    'Command line',
    '`mailrig-sandbox` runs a sandbox as an HTTP server. With a command as its first word, it does something else, such as print the latest message. The server shuts down cleanly on SIGTERM, on Ctrl-C, and when you close its terminal. If the port is taken, it prints one line to stderr and exits with code 1.\n\nAn option that is not on the command line takes its value from its environment variable, if that is set and not empty. For options without a value, the variable is `1` or `true`, `0` or `false`. Options that may be repeated take several values there, separated by commas.\n\nFor programs: if stdout is not a terminal, the server prints the line of `--json` instead of its start-up message, and `latest` prints JSON; `--text` turns that off. With `--json`, a failure is one line of JSON on stderr, such as `{"error":{"code":"EADDRINUSE","message":"…"}}`. The code is `USAGE` for a mistake in the command line, the code of a system error or of a response of the sandbox, `NO_SANDBOX`, `NO_CODE`, `NO_LINK`, or `FAILED` for anything else.',
    [...names.flatMap(section), '## Help', `\`\`\`text\n${helpText('serve')}\n\`\`\``],
  );
}

function section(name: CommandName): string[] {
  const { summary, options }: Command = commands[name];
  const rows = Object.entries(options).map(([option, row]) => [
    code('afterDashes' in row ? `-- ${row.value}` : `--${option}${'value' in row ? ` ${row.value}` : ''}`),
    row.summary,
    defaultOf(row),
    environmentOf(option, row),
  ]);
  const isServer = name === 'serve';
  return [
    `## ${isServer ? 'Server' : code(`mailrig-sandbox ${name}`)}`,
    ...(isServer ? [] : [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`]),
    table(['Option', 'Description', 'Default', 'Environment'], rows),
  ];
}

function defaultOf(option: AnyValueOption | Switch): string {
  if (!('value' in option)) return 'off';
  const fallback = 'fallback' in option ? option.fallback : undefined;
  return fallback === undefined ? 'none' : code(String(fallback));
}

function environmentOf(name: string, option: AnyValueOption | Switch): string {
  const variable = variableOf(name, option);
  return variable === undefined ? '' : code(variable);
}
