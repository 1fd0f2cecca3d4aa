import { calibrateOptions, compareOptions } from './deployment-options.ts';
import type { OptionTable } from './option.ts';
import { sweepOptions } from './sweep-options.ts';
import {
  backupOptions,
  healthOptions,
  latestOptions,
  openApiOptions,
  openOptions,
  serveOptions,
} from './options.ts';

/** Something that `mailrig-sandbox` can do. */
export interface Command {
  /** What it does, for the list of commands. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Command lines, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

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
  open: {
    summary: 'show in the browser what a failed test or a sweep has left',
    options: openOptions,
    examples: [
      ['mailrig-sandbox open test-results/sign-up/sandbox.jsonl.br', 'as it was when the test failed'],
    ],
  },
  latest: {
    summary: 'print the newest message, or the code or link in it',
    options: latestOptions,
    examples: [
      ['mailrig-sandbox latest --to bob@example.org --wait 5s --code', 'a sign-up code, once it arrives'],
      ['mailrig-sandbox latest --subject receipt --json', 'the whole message'],
    ],
  },
  health: {
    summary: 'check whether a sandbox answers: exit code 0 or 1',
    options: healthOptions,
    examples: [
      ['mailrig-sandbox health', 'for a container, with the same environment as the server'],
      ['mailrig-sandbox health --url http://mail.test:4010', 'for a sandbox elsewhere'],
    ],
  },
  backup: {
    summary: 'copy a state file, while its server runs or not',
    options: backupOptions,
    examples: [
      [
        'mailrig-sandbox backup --state state.db copy.db',
        'a file in use by the server on the default port, or by no server',
      ],
      ['mailrig-sandbox backup --url http://mail.test:4010 copy.db', 'the file of a server elsewhere'],
    ],
  },
  openapi: {
    summary: 'print the API as OpenAPI 3.1',
    options: openApiOptions,
    examples: [['mailrig-sandbox openapi > openapi.json', 'for a generator of clients']],
  },
  calibrate: {
    summary: 'find out the shapes of a deployment’s responses, for --wire',
    options: calibrateOptions,
    examples: [
      ['mailrig-sandbox calibrate --base-url https://mail.example.com --dry-run', 'shows what it would send'],
      [
        'mailrig-sandbox calibrate --simulate --from probe@example.com',
        'with URL and key in the environment',
      ],
    ],
  },
  compare: {
    summary: 'compare a deployment with the sandbox',
    options: compareOptions,
    examples: [
      [
        'mailrig-sandbox compare --wire mailrig.wire.json --json',
        'for a scheduled job: 0 if they do the same',
      ],
    ],
  },
  sweep: {
    summary:
      'find what a program does twice or loses when something fails: exit code 2 if it finds a problem',
    options: sweepOptions,
    examples: [
      ['mailrig-sandbox sweep -- node worker.ts', 'each fault on each request, and a crash at each point'],
      [
        "mailrig-sandbox sweep --crashes --before 'cp seed.db app.db' -- python worker.py",
        'with a fresh database for each run',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
