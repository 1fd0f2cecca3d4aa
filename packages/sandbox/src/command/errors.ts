import { messageOf } from '../control/control-error.ts';

/** A failure that the command explains in one line. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** Stays the same if the text of the message changes. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of a system error, for example `ENOENT`; `undefined` for any other value. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * What the command prints on stderr if it fails: a line for people, or one of JSON with a code. That is `USAGE` for a
 * mistake in the command line, the code of a system error such as `EADDRINUSE` or of a response such as `NOT_FOUND`,
 * and `FAILED` for everything else.
 */
export function failureText(
  error: unknown,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const message = messageOf(error);
  if (!wantsJson(args, environment)) return `mailrig-sandbox: ${message}`;
  const code = codeOf(error);
  return JSON.stringify({ error: { code: typeof code === 'string' ? code : 'FAILED', message } });
}

/** Whether the caller wants JSON. The options may be what is wrong, so this reads the arguments itself. */
function wantsJson(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const end = args.indexOf('--', 1);
  const beforeDashes = end < 0 ? args : args.slice(0, end);
  return beforeDashes.includes('--json') || /^(1|true)$/i.test(environment['MAILRIG_SANDBOX_JSON'] ?? '');
}
