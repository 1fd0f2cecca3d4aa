import { parseAddress } from '@mailrig/contract';
import { filePath, help, nonEmpty, optional, timeIn, valued } from './option.ts';
import { serveOptions } from './options.ts';

/** Options of all commands that call a deployment. What changes something there must be given for each run. */
export const deploymentOptions = {
  'base-url': optional<string>({
    value: 'URL',
    summary: 'address of the deployment, without /api/v1',
    variable: 'MAILRIG_BASE_URL',
    expected: 'an http or https address such as https://mail.example.com',
    read: addressFrom,
  }),
  'api-key': optional<string>({
    value: 'KEY',
    summary: 'API key, preferably a test key; with the variable, it does not appear in the list of processes',
    variable: 'MAILRIG_API_KEY',
    expected: 'an API key such as sk_test_…',
    read: nonEmpty,
  }),
  from: optional<string>({
    value: 'ADDRESS',
    summary: 'sender at the verified domain of the key, for --simulate',
    expected: 'an email address',
    read: (text) => (parseAddress(text) === undefined ? undefined : text),
  }),
  simulate: {
    summary:
      'also simulate a send to a reserved domain and verify addresses: with a test key only, costs no credits',
    variable: false,
  },
  create: {
    summary:
      'also create contact lists, contacts and uploads; lists are deleted again if the service allows it',
    variable: false,
  },
  burst: {
    summary: 'also send more requests than the rate limit allows; the key has to wait a minute afterwards',
    variable: false,
  },
  'allow-live-key': {
    summary: 'allow a key that is not a test key, if --live-host matches',
    variable: false,
  },
  'live-host': optional<string>({
    value: 'HOST',
    summary: 'repeats the host of --base-url, to confirm --allow-live-key',
    variable: false,
    expected: 'a host such as mail.example.com',
    read: nonEmpty,
  }),
} as const;

/** The options of `mailrig-sandbox calibrate`. */
export const calibrateOptions = {
  ...deploymentOptions,
  out: valued<string>({
    value: 'FILE',
    summary: 'file to write',
    fallback: 'mailrig.wire.json',
    expected: 'the path of a file',
    read: nonEmpty,
  }),
  'dry-run': { summary: 'print what would be sent, and send nothing' },
  json: { summary: 'print the calibration as JSON, and nothing else' },
  help,
} as const;

const { wire, endpoints } = serveOptions;

/** The options of `mailrig-sandbox compare`. */
export const compareOptions = {
  ...deploymentOptions,
  wire,
  endpoints,
  wait: optional<string>({
    value: 'DURATION',
    summary:
      'wait up to this long at the end for what takes time: 2m for the next rate window, 61m for the end of an upload URL, 25h for that of an idempotency key, 8d for that of an attachment',
    variable: false,
    expected: 'a duration such as 61m',
    read: timeIn,
  }),
  known: filePath({
    summary: 'JSON file with the differences that are expected; one that is gone is a failure',
  }),
  'dry-run': calibrateOptions['dry-run'],
  json: { summary: 'print the report as JSON, and nothing else' },
  help,
} as const;

/** An http or https address without a password, which must not be shown. */
function addressFrom(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '' ? text : undefined;
}
