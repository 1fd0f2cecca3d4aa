import { check, parseTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { parsedJson } from '../answer.ts';

/** Name of the format, in the first line of every recording. */
export const recordingFormat = 'mailrig-recording';

/** Version of the format that this package reads and writes. */
export const recordingVersion = 1;

/** A request or an answer, without anything secret. */
export interface RecordedMessage {
  /** Headers that matter, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body. Absent if there is none. */
  readonly json?: unknown;
  /** Length of any other body in bytes. Absent if there is none. */
  readonly bytes?: number | undefined;
}

/** A recorded request. */
export interface RecordedRequest extends RecordedMessage {
  readonly method: string;
  /** Path, percent-encoded; for the upload of a file a presigned URL that stands for the real one. */
  readonly path: string;
  /** Query without its question mark. Absent if there is none. */
  readonly query?: string | undefined;
}

/** A recorded answer. */
export interface RecordedAnswer extends RecordedMessage {
  readonly status: number;
  /** Error code of an answer in XML, as storages send them. */
  readonly code?: string | undefined;
}

/** A request with its answer: one line of a recording. */
export interface RecordedExchange {
  /** When the request arrived at the recorder. ISO 8601. */
  readonly at: string;
  /** Milliseconds until the answer was complete. */
  readonly ms: number;
  readonly request: RecordedRequest;
  /** Absent if the deployment could not be reached. */
  readonly response?: RecordedAnswer | undefined;
}

/** An exchange with its place in the file. */
export interface NumberedExchange extends RecordedExchange {
  /** Line number, from 1. */
  readonly line: number;
}

/** A recording that was read. */
export interface Recording {
  /** When it began. ISO 8601. */
  readonly at: string;
  /** In the order of the file: by when the answers were complete. */
  readonly exchanges: readonly NumberedExchange[];
  /** Whether the last line was cut off, as by a crash. It is left out. */
  readonly cutOff: boolean;
}

/** A file that is not a recording, or a damaged one. The message names the line and the reason. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  /** Line number, from 1. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
  }
}

const time = () =>
  z
    .string()
    .check(z.refine((text) => parseTimestamp(text) !== undefined, { error: 'must be an ISO 8601 time' }));
const message = () => ({
  headers: z.record(z.string(), z.string()),
  json: z.optional(z.unknown()),
  bytes: z.optional(z.int().check(z.gte(0))),
});

const header = z.object({
  format: z.literal(recordingFormat),
  version: z.literal(recordingVersion),
  at: time(),
});

const exchange = z.object({
  at: time(),
  ms: z.number().check(z.gte(0)),
  request: z.object({
    method: z.string().check(z.regex(/^[A-Z]+$/, { error: 'must be a method in upper case' })),
    path: z.string().check(z.regex(/^(\/|https:\/\/)/, { error: 'must be a path' })),
    query: z.optional(z.string()),
    ...message(),
  }),
  response: z.optional(
    z.object({
      status: z.int().check(z.gte(200), z.lte(599)),
      code: z.optional(z.string()),
      ...message(),
    }),
  ),
});

/** The first line of a recording. */
export function headerLine(at: number): string {
  const line = { format: recordingFormat, version: recordingVersion, at: new Date(at).toISOString() };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Reads a recording. A last line that was cut off is left out.
 *
 * @throws RecordingError naming the line if the text is something else, damaged, or of another version.
 */
export function readRecording(text: string): Recording {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const last = lines.at(-1) ?? '';
  const whole = last.trim() === '' || parsedJson(last) !== undefined;
  const [first = '', ...others] = whole ? lines : lines.slice(0, -1);
  const { at } = readHeader(first);
  const exchanges = others.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ line: index + 2, ...readExchange(index + 2, line) }],
  );
  return { at, exchanges, cutOff: !whole };
}

function readHeader(text: string): z.infer<typeof header> {
  const foreign = `This is not a recording: its first line must begin with {"format":"${recordingFormat}"`;
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null || !('format' in value))
    throw new RecordingError(1, foreign);
  if (value.format !== recordingFormat) throw new RecordingError(1, foreign);
  const { version } = value as { readonly version?: unknown };
  if (version !== recordingVersion) {
    const shown = JSON.stringify(version) ?? 'no version';
    throw new RecordingError(
      1,
      `The recording has version ${shown}, and this program reads version ${recordingVersion}: record it again`,
    );
  }
  const checked = check(header, value);
  if (checked.ok) return checked.value;
  throw damaged(1, checked.errors);
}

function readExchange(line: number, text: string): RecordedExchange {
  const value = parsedJson(text);
  if (value === undefined) throw new RecordingError(line, 'The line is not JSON; the recording is damaged');
  const checked = check(exchange, value);
  if (checked.ok) return checked.value;
  throw damaged(line, checked.errors);
}

function damaged(
  line: number,
  [first]: readonly { readonly field: string; readonly message: string }[],
): RecordingError {
  const reason = first === undefined ? 'is not valid' : `${first.field || 'the line'} ${first.message}`;
  return new RecordingError(line, `${reason}; the recording is damaged`);
}
