import { expect, test } from 'vitest';
import { calibrateOptions } from '../../src/command/deployment-options.ts';
import { serveOptions } from '../../src/command/options.ts';
import { parseOptions, UsageError } from '../../src/command/parse.ts';

const defaults = {
  port: 4010,
  host: '127.0.0.1',
  'allow-host': [],
  cors: [],
  seed: undefined,
  state: undefined,
  wire: 'examples',
  endpoints: undefined,
  strict: false,
  limits: undefined,
  clock: 'system',
  'start-at': undefined,
  'max-stored': 1_073_741_824,
  'rate-limit': 100,
  'no-rate-limit': false,
  'auto-provision': false,
  'no-inspector': false,
  'control-token': undefined,
  json: false,
  text: false,
  quiet: false,
  verbose: false,
  open: false,
  stay: false,
  help: false,
  version: false,
};

const mistakes: readonly (readonly [args: readonly string[], message: string])[] = [
  [['--bogus'], 'Unknown option --bogus; --help lists them all'],
  [['--prot', '4011'], 'Unknown option --prot; did you mean --port?'],
  [['--control_token', 'x'], 'Unknown option --control_token; did you mean --control-token?'],
  [['-z'], 'Unknown option -z; --help lists them all'],
  [['start'], 'Unexpected argument "start"; --help lists the options'],
  [['--port', 'abc'], '--port must be a port number from 0 to 65535'],
  [['--port', '65536'], '--port must be a port number from 0 to 65535'],
  [['--port=-1'], '--port must be a port number from 0 to 65535'],
  [['--port'], '--port needs a value: a port number from 0 to 65535'],
  [['--port', '--json'], '--port needs a value: a port number from 0 to 65535'],
  [['--host', 'no such'], '--host must be an address or a host name of this machine'],
  [['--clock', 'atomic'], '--clock must be system or manual'],
  [['--start-at', 'soon'], '--start-at must be an ISO 8601 time such as 2026-01-01T00:00:00Z'],
  [['--start-at', '2026-02-30'], '--start-at must be an ISO 8601 time such as 2026-01-01T00:00:00Z'],
  [
    ['--wire', ''],
    '--wire must be one of examples, reference, sparse, client-js, client-go, client-python, client-rust, client-java, client-php or the path of a calibration',
  ],
  [['--endpoints', 'all'], '--endpoints must be documented or published'],
  [['--rate-limit', '0'], '--rate-limit must be a whole number of requests, at least 1'],
  [['--limits', '[1]'], '--limits must be a JSON object of limits, for example {"attachmentBytes":1000}'],
  [['--cors', 'app.example'], '--cors must be an origin such as https://app.example, or * for all'],
  [
    ['--cors', '*', '--cors', 'https://app.example/path'],
    '--cors must be an origin such as https://app.example, or * for all',
  ],
  [
    ['--allow-host', 'mail.test:80'],
    '--allow-host must be a host name without a port, such as mail.test, or * for all',
  ],
  [['--control-token', ''], '--control-token must be visible ASCII characters without spaces'],
  [['--max-stored', '1GB'], '--max-stored must be a whole number of bytes, 0 for no limit'],
  [['--max-stored=-1'], '--max-stored must be a whole number of bytes, 0 for no limit'],
  [['--seed', ''], '--seed must be the path of a file'],
  [['--state'], '--state needs a value: the path of a file'],
  [['--json=yes'], '--json takes no value'],
  [['--', '--', '--json'], 'Unexpected argument "--"; --help lists the options'],
];

test.for(mistakes)('%j is refused by name', ([args, message]) => {
  expect(() => parseOptions(serveOptions, args, {})).toThrow(new UsageError(message));
});

const lines: readonly (readonly [args: readonly string[], settings: object])[] = [
  [[], {}],
  [['--'], {}],
  [['--', '--port', '0'], { port: 0 }],
  [['--port=65535', '--host', '::1'], { port: 65_535, host: '::1' }],
  [['--port', '1', '--port', '2'], { port: 2 }],
  [['--clock=manual', '--start-at', '2026-01-01'], { clock: 'manual', 'start-at': '2026-01-01' }],
  [['--control-token=--x'], { 'control-token': '--x' }],
  [
    ['--no-rate-limit', '--auto-provision', '--quiet'],
    { 'no-rate-limit': true, 'auto-provision': true, quiet: true },
  ],
  [['--seed', 'a.yaml', '--state=b.json'], { seed: 'a.yaml', state: 'b.json' }],
  [['--cors', 'HTTPS://App.example:443', '--cors=*'], { cors: ['https://app.example', '*'] }],
  [['--allow-host', 'Mail.test', '--allow-host=::2'], { 'allow-host': ['mail.test', '[::2]'] }],
  [['--max-stored', '0'], { 'max-stored': 0 }],
  [['--endpoints', 'published', '--strict'], { endpoints: 'published', strict: true }],
  [['--limits', '{"emailBytes":100}'], { limits: { emailBytes: 100 } }],
  [['-h', '-v'], { help: true, version: true }],
];

test.for(lines)('%j is read, and everything else keeps its default', ([args, settings]) => {
  expect(parseOptions(serveOptions, args, {})).toEqual({ ...defaults, ...settings });
});

test('an environment variable applies if its option is missing, unless the variable is empty', () => {
  const environment = {
    MAILRIG_SANDBOX_PORT: '5000',
    MAILRIG_SANDBOX_HOST: '',
    MAILRIG_SANDBOX_MAX_STORED: '1000',
  };
  const given = { ...defaults, port: 5_000, 'max-stored': 1_000 };
  expect(parseOptions(serveOptions, [], environment)).toEqual(given);
  expect(parseOptions(serveOptions, ['--port', '6000'], environment)).toEqual({ ...given, port: 6_000 });
});

const switchValues: readonly (readonly [value: string, strict: boolean])[] = [
  ['1', true],
  ['true', true],
  ['True', true],
  ['0', false],
  ['false', false],
  ['', false],
];

test.for(switchValues)('with %j in its variable, an option without a value is on: %j', ([value, strict]) => {
  const environment = { MAILRIG_SANDBOX_STRICT: value };
  expect(parseOptions(serveOptions, [], environment).strict).toBe(strict);
  expect(parseOptions(serveOptions, ['--strict'], environment).strict).toBe(true);
});

test('an option without a value refuses any other text in its variable', () => {
  expect(() => parseOptions(serveOptions, [], { MAILRIG_SANDBOX_NO_INSPECTOR: 'yes' })).toThrow(
    new UsageError('Environment variable MAILRIG_SANDBOX_NO_INSPECTOR must be 1, true, 0 or false'),
  );
});

test('an address that Kubernetes puts into MAILRIG_SANDBOX_PORT is not taken for a port', () => {
  const environment = { MAILRIG_SANDBOX_PORT: 'tcp://10.96.0.12:4010' };
  expect(parseOptions(serveOptions, [], environment).port).toBe(4010);
});

test('what changes a deployment is asked for on the command line, never by the environment', () => {
  const names = ['SIMULATE', 'CREATE', 'BURST', 'ALLOW_LIVE_KEY', 'LIVE_HOST'];
  const environment = Object.fromEntries(names.map((name) => [`MAILRIG_SANDBOX_${name}`, '1']));
  expect(parseOptions(calibrateOptions, [], environment)).toEqual(parseOptions(calibrateOptions, [], {}));
});

test('the environment lists several origins and host names with commas, and options replace them (A127)', () => {
  const environment = {
    MAILRIG_SANDBOX_CORS: 'https://app.example, http://shop.example:8080,',
    MAILRIG_SANDBOX_ALLOW_HOST: 'mail.test',
  };
  const cors = ['https://app.example', 'http://shop.example:8080'];
  expect(parseOptions(serveOptions, [], environment)).toEqual({
    ...defaults,
    cors,
    'allow-host': ['mail.test'],
  });
  expect(parseOptions(serveOptions, ['--cors', '*'], environment).cors).toEqual(['*']);
  expect(() => parseOptions(serveOptions, [], { MAILRIG_SANDBOX_CORS: 'https://a.example,b' })).toThrow(
    new UsageError(
      'Environment variable MAILRIG_SANDBOX_CORS must be an origin such as https://app.example, or * for all',
    ),
  );
});
