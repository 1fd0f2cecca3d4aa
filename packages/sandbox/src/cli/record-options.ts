import { help, nonEmpty, type Settings, valued } from './option.ts';
import { serveOptions } from './options.ts';

const { json, stay, endpoints, wire } = serveOptions;

/** The options of `record`. */
export const recordOptions = {
  'base-url': valued<string | undefined>({
    value: 'URL',
    summary:
      'address of the deployment: the base URL that the application has without the recorder; required',
    fallback: undefined,
    variable: 'MAILRIG_SANDBOX_RECORD_BASE_URL',
    expected: 'an http or https URL such as https://api.example.com',
    read: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined),
  }),
  out: valued<string | undefined>({
    value: 'FILE',
    summary: 'file to write, which must not exist yet; required',
    fallback: undefined,
    variable: 'MAILRIG_SANDBOX_RECORD_OUT',
    expected: 'the path of a file',
    read: nonEmpty,
  }),
  port: valued<number>({
    value: 'PORT',
    summary: 'port to listen on, on this machine only; 0 for any free one',
    fallback: 0,
    variable: 'MAILRIG_SANDBOX_RECORD_PORT',
    expected: 'a port number from 0 to 65535',
    read: serveOptions.port.read,
  }),
  json: { ...json, summary: 'print one line of JSON with the URL and the file, and nothing else' },
  quiet: { summary: 'print only errors: no welcome, no line for each exchange' },
  stay,
  help,
};

/** A value for every option of `record`. */
export type RecordSettings = Settings<typeof recordOptions>;

/** The options of `replay`. */
export const replayOptions = {
  recording: valued<string | undefined>({
    value: 'FILE',
    summary: 'recording to replay; required',
    fallback: undefined,
    expected: 'the path of a file',
    read: nonEmpty,
  }),
  wire,
  endpoints,
  json: { summary: 'print the report as JSON' },
  help,
};

/** A value for every option of `replay`. */
export type ReplaySettings = Settings<typeof replayOptions>;
