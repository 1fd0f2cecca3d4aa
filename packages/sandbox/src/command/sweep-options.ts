import { isOperation, type OperationName, operations } from '@mailrig/contract';
import { parseDuration } from '../service/kernel/duration.ts';
import { help, listed, nonEmpty, optional, valued } from './option.ts';
import { serveOptions } from './options.ts';

const { seed, wire, endpoints, strict, limits } = serveOptions;
const { 'rate-limit': rateLimit, 'no-rate-limit': noRateLimit } = serveOptions;

const shellCommand = {
  value: 'CMD',
  expected: 'a command for the shell',
  variable: false,
  read: nonEmpty,
} as const;

/** The options of `mailrig-sandbox sweep`. */
export const sweepOptions = {
  command: {
    ...listed({
      value: 'COMMAND …',
      summary: 'the program to run; it gets MAILRIG_BASE_URL and MAILRIG_API_KEY, and must end',
      variable: false,
      expected: 'a command',
      read: (text) => text,
    }),
    afterDashes: true,
  },
  faults: { summary: 'try each fault on each request; default: faults and crashes', variable: false },
  crashes: {
    summary: 'kill the program when a request arrives and when a response leaves, and run it again',
    variable: false,
  },
  before: optional<string>({ ...shellCommand, summary: 'resets the state of your app, before each run' }),
  restart: optional<string>({ ...shellCommand, summary: 'what runs after a crash, instead of the program' }),
  operations: optional<readonly OperationName[]>({
    value: 'A,B',
    summary: 'only requests of these operations meet faults',
    variable: false,
    expected: `names of operations, with commas between them: ${Object.keys(operations).join(', ')}`,
    read: operationsIn,
  }),
  timeout: valued<string>({
    value: 'TIME',
    summary: 'how long each start of the program may take',
    fallback: '60s',
    variable: false,
    expected: 'a time with its unit, such as 60s or 5m',
    read: (text) => (parseDuration(text) ? text : undefined),
  }),
  save: optional<string>({
    value: 'FILE',
    summary: 'write what broke first to a file, for mailrig-sandbox open',
    variable: false,
    expected: 'the path of a file, such as broken.jsonl',
    read: nonEmpty,
  }),
  replay: optional<string>({
    value: 'TOKEN',
    summary: 'run only one case again, as a report names it, and print what the program prints',
    variable: false,
    expected: 'a token of a report, such as crash:1',
    read: (text) => (/^(crash:\d+|fault:.+)$/.test(text) ? text : undefined),
  }),
  verbose: { summary: 'show what the program printed between its requests', variable: false },
  seed,
  wire,
  endpoints,
  strict,
  limits,
  'rate-limit': rateLimit,
  'no-rate-limit': noRateLimit,
  json: { summary: 'print one report as JSON, and nothing else' },
  help,
} as const;

function operationsIn(text: string): readonly OperationName[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.every(isOperation) ? names : undefined;
}
