import { help, type OptionTable } from './option.ts';
import { serveOptions } from './options.ts';
import { recordOptions, replayOptions } from './record-options.ts';

/** Something that `mailrig-sandbox` can do. */
export interface Command {
  /** What it does, for the list of commands. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Command lines, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

const { host, port, endpoints } = serveOptions;

/** The commands of `mailrig-sandbox`, by the first word of the command line. Without one, it is `serve`. */
export const commands = {
  serve: {
    summary: 'serve a sandbox',
    options: serveOptions,
    examples: [
      ['mailrig-sandbox --port 0 --json', 'for a script, on any free port'],
      ['mailrig-sandbox --clock manual --start-at 2026-01-01T00:00:00Z', 'time moves only when you move it'],
      ['mailrig-sandbox --seed seed.yaml --state state.db', 'continues where it stopped'],
    ],
  },
  openapi: {
    summary: 'print the API as OpenAPI 3.1',
    options: { host, port, endpoints, help },
    examples: [['mailrig-sandbox openapi > openapi.json', 'for a generator of clients']],
  },
  record: {
    summary: 'record what an application and a deployment say, without anything secret',
    options: recordOptions,
    examples: [
      [
        'mailrig-sandbox record --base-url https://api.example.com --out recording.jsonl',
        'then use the URL that it prints as the base URL of the application',
      ],
    ],
  },
  replay: {
    summary: 'repeat a recording on a sandbox and report the differences',
    options: replayOptions,
    examples: [
      ['mailrig-sandbox replay --recording recording.jsonl', 'exits with 0 without differences, 2 with some'],
      ['mailrig-sandbox replay --recording recording.jsonl --wire clients --json', 'for a script'],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** Name of a command. */
export type CommandName = keyof typeof commands;

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
