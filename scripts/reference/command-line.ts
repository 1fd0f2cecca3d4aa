import { helpText } from '../../packages/sandbox/src/cli/help.ts';
import { type AnyValueOption, optionRows, type Switch } from '../../packages/sandbox/src/cli/options.ts';
import { code, page, table } from './markdown.ts';

/** The page of the command `mailrig-sandbox`. */
export function commandLinePage(): string {
  const rows = optionRows.map(([name, option]) => [
    code(`--${name}${'value' in option ? ` ${option.value}` : ''}`),
    option.summary,
    defaultOf(option),
    environmentOf(option),
  ]);
  return page(
    'Command line',
    '`mailrig-sandbox` runs a sandbox as an HTTP server, and `mailrig-sandbox openapi` prints the API as an OpenAPI 3.1 document. It shuts down cleanly on SIGTERM, on Ctrl-C, and when you close its terminal. If the port is taken, it prints one line to stderr and exits with code 1.',
    [
      '## Options',
      table(['Option', 'Description', 'Default', 'Environment'], rows),
      '## Help',
      `\`\`\`text\n${helpText()}\n\`\`\``,
    ],
  );
}

function defaultOf(option: AnyValueOption | Switch): string {
  if (!('value' in option)) return 'off';
  const fallback = 'fallback' in option ? option.fallback : undefined;
  return fallback === undefined ? 'none' : code(String(fallback));
}

function environmentOf(option: AnyValueOption | Switch): string {
  return 'variable' in option && option.variable !== undefined ? code(option.variable) : '';
}
