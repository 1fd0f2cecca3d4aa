import { type Endpoints, limits, parseTimestamp, wirePresets } from '@mailrig/contract';
import type { AdjustableLimits } from '../control/options.ts';
import { hostnameFrom, originFrom } from '../service/routing/access.ts';
import { storedLimits } from '../service/state/content.ts';
import { filePath, help, listed, nonEmpty, optional, type OptionValues, timeIn, valued } from './option.ts';

/** The options of a server: how they are parsed, checked, and explained in the help. */
export const serveOptions = {
  port: valued<number>({
    value: 'PORT',
    short: 'p',
    summary: 'port to listen on, 0 for any free one',
    fallback: 4010,
    // Kubernetes sets tcp://10.0.0.1:4010 for a service that is named mailrig-sandbox.
    foreign: /^\w+:\/\//,
    expected: 'a port number from 0 to 65535',
    read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  host: valued<string>({
    value: 'HOST',
    summary: 'address to listen on; any other than a loopback address opens the sandbox to the network',
    fallback: '127.0.0.1',
    expected: 'an address or a host name of this machine',
    read: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  }),
  'allow-host': listed({
    value: 'NAME',
    summary:
      'further host name to answer to, * for all; may be repeated; otherwise loopback names only and, on the network, addresses, names without a dot, .internal, .local and .test',
    expected: 'a host name without a port, such as mail.test, or * for all',
    read: (text) => (text === '*' ? text : hostnameFrom(text)),
  }),
  cors: listed({
    value: 'ORIGIN',
    summary: 'origin whose pages may use the API besides pages on loopback, * for all; may be repeated',
    expected: 'an origin such as https://app.example, or * for all',
    read: (text) => (text === '*' ? text : originFrom(text)),
  }),
  'public-url': optional<string>({
    value: 'URL',
    summary:
      'address at which callers reach it behind a proxy, TLS or the network of containers: uploads, the start-up message and the OpenAPI document have it',
    expected: 'an http or https address without a path, such as https://mail.example',
    read: originFrom,
  }),
  seed: filePath({
    summary: 'seed to start from, as JSON or YAML: accounts, templates, contact lists, faults',
  }),
  state: filePath({ summary: 'file for the state, a SQLite database; the next start continues from it' }),
  wire: valued<string>({
    value: 'PRESET|FILE',
    summary: `shapes of the responses: ${Object.keys(wirePresets).join(', ')}, or a file that calibrate wrote`,
    fallback: 'examples',
    expected: `one of ${Object.keys(wirePresets).join(', ')} or the path of a calibration`,
    read: nonEmpty,
  }),
  endpoints: optional<Endpoints>({
    value: 'WHICH',
    summary:
      'documented, or published: also those that only the published clients of the service show; default: published with --wire client-…, else documented',
    expected: 'documented or published',
    read: (text) => (text === 'documented' || text === 'published' ? text : undefined),
  }),
  strict: { summary: 'refuse bodies with unknown fields' },
  limits: optional<Partial<AdjustableLimits>>({
    value: 'JSON',
    summary: 'limits that differ from the documented ones, such as {"attachmentBytes":1000}',
    expected: 'a JSON object of limits, for example {"attachmentBytes":1000}',
    read: objectFrom,
  }),
  clock: valued<'system' | 'manual'>({
    value: 'KIND',
    summary: 'system follows the time of day, manual is frozen until it is moved',
    fallback: 'system',
    expected: 'system or manual',
    read: (text) => (text === 'system' || text === 'manual' ? text : undefined),
  }),
  'start-at': optional<string>({
    value: 'TIME',
    summary: 'time at which the clock starts, ISO 8601',
    expected: 'an ISO 8601 time such as 2026-01-01T00:00:00Z',
    read: (text) => (parseTimestamp(text) === undefined ? undefined : text),
  }),
  'max-stored': valued<number>({
    value: 'BYTES',
    summary: 'most bytes of emails and attachments, 0 for no limit; beyond it, the oldest are deleted',
    fallback: storedLimits.storedBytes,
    expected: 'a whole number of bytes, 0 for no limit',
    read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  }),
  'rate-limit': valued<number>({
    value: 'REQUESTS',
    summary: 'requests that a key may make in a minute',
    fallback: limits.requestsPerWindow,
    expected: 'a whole number of requests, at least 1',
    read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  }),
  'no-rate-limit': { summary: 'turn off the rate limit, also with --rate-limit' },
  'auto-provision': { summary: 'open an account for every well-formed key that is unknown' },
  'no-inspector': {
    summary: 'do not serve the inspector, the page at / that shows the content of the sandbox',
  },
  'control-token': optional<string>({
    value: 'TOKEN',
    summary: 'token that callers of the control plane must send, except to GET /_sandbox/health',
    expected: 'visible ASCII characters without spaces',
    read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  }),
  json: { summary: 'print one line of JSON with the URLs and keys, and nothing else; errors are JSON too' },
  text: {
    summary:
      'print the start-up message even if stdout is not a terminal; without this, the line of --json takes its place there',
  },
  quiet: {
    summary:
      'print only errors, warnings and the line of --json: no start-up message, no lines about emails and requests',
  },
  verbose: { summary: 'print a line for each request, even if it only reads' },
  open: { summary: 'open the inspector in the browser; does nothing without a terminal and in CI' },
  stay: {
    summary:
      'continue after the end of the npx, npm run or pnpm that started it; without this, it ends with them',
  },
  version: { summary: 'print the version', short: 'v', variable: false },
  help,
} as const;

/** A value for every option of a server. */
export type ServeSettings = OptionValues<typeof serveOptions>;

/** The options of `mailrig-sandbox health`. */
export const healthOptions = {
  host: { ...serveOptions.host, summary: 'address that the sandbox listens on' },
  port: { ...serveOptions.port, summary: 'port that the sandbox listens on' },
  url: optional<string>({
    value: 'URL',
    summary: 'address of the sandbox, instead of --host and --port',
    expected: 'an http or https URL such as http://127.0.0.1:4010',
    read: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined),
  }),
  help,
} as const;

const { state } = serveOptions;

/** An option with a text, which no environment variable sets. */
const text = (value: string, summary: string, expected: string) =>
  optional<string>({ value, summary, variable: false, expected, read: nonEmpty });

/** The options of `mailrig-sandbox latest`. */
export const latestOptions = {
  to: text('ADDRESS', 'only messages to this address, or a part of it', 'an address or a part of one'),
  subject: text('TEXT', 'only messages with this in the subject', 'a part of a subject'),
  search: text(
    'SEARCH',
    'only messages that this search finds, as in the inspector',
    'a search such as "invoice -status:bounced"',
  ),
  wait: optional<string>({
    value: 'TIME',
    summary: 'time to wait until a message matches, if none does yet',
    variable: false,
    expected: 'a time with its unit, such as 5s',
    read: timeIn,
  }),
  code: { summary: 'print the first one-time code in the message, and nothing else', variable: false },
  link: { summary: 'print the first link in the message, and nothing else', variable: false },
  host: healthOptions.host,
  port: healthOptions.port,
  url: healthOptions.url,
  'control-token': { ...serveOptions['control-token'], summary: 'token of the sandbox' },
  json: {
    summary: 'print the message as JSON; the default if stdout is not a terminal; errors are JSON too',
  },
  text: { summary: 'print the message for people even if stdout is not a terminal' },
  help,
} as const;

/** The options of `mailrig-sandbox backup`. */
export const backupOptions = {
  target: filePath({
    summary: 'file to write, which must not exist yet; required, and the name of the option may be left out',
    positional: true,
    variable: false,
  }),
  state: { ...state, summary: 'state file to back up; without it, the one of the server' },
  host: { ...healthOptions.host, summary: 'address of the server that has the file open, if one has' },
  port: { ...healthOptions.port, summary: 'port of that server' },
  url: { ...healthOptions.url, summary: 'URL of that server, instead of --host and --port' },
  'control-token': { ...serveOptions['control-token'], summary: 'token of that server' },
  help,
} as const;

const { port, host, cors, json, stay, 'allow-host': allowHost, 'control-token': controlToken } = serveOptions;

/** The options of `mailrig-sandbox openapi`, which listens nowhere. */
export const openApiOptions = {
  host: { ...host, summary: 'host of the server that the document names' },
  port: { ...port, summary: 'port of that server, 0 to name none' },
  'public-url': {
    ...serveOptions['public-url'],
    summary: 'address of the server that the document names, in place of host and port',
  },
  endpoints: serveOptions.endpoints,
  wire: serveOptions.wire,
  strict: serveOptions.strict,
  limits: serveOptions.limits,
  help,
} as const;

/** The options of `mailrig-sandbox open`. */
export const openOptions = {
  file: filePath({
    summary:
      'the file of a failed test, of a sweep or of a saved state; required, without the name of the option',
    positional: true,
    variable: false,
  }),
  port: { ...port, fallback: 0, variable: false },
  host,
  'allow-host': allowHost,
  cors,
  'control-token': controlToken,
  json,
  stay,
  help,
} as const;

/** The object in a JSON text; `undefined` if it is anything else. */
export function objectFrom(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
