import { invalidOption } from './errors/mailrig-error.ts';

/**
 * Receives log messages; `console` is one. Messages never contain API keys or queries, and bodies only with
 * `logBodies`.
 */
export interface Logger {
  /** Called for each request and the end of each attempt. */
  debug(message: string): unknown;
  /** Called when a call has waited for the rate limit for a second or longer. */
  info(message: string): unknown;
  /** Called for each retry, and for each hook or callback that fails. */
  warn(message: string): unknown;
  /** Called for each call that fails after all its retries. */
  error(message: string): unknown;
}

/** The least severe messages to log. `off` logs nothing. */
export type LogLevel = (typeof logLevels)[number];

const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;

/**
 * The logger, without the levels below `level`. The console, if there is a level but no logger.
 *
 * @param level From option `logLevel`, else from `MAILRIG_LOG`. Default `debug`.
 * @throws MailrigError if the level is unknown.
 */
export function resolveLogger(
  logger: Logger | undefined,
  level: string | undefined = logger && 'debug',
): Logger | undefined {
  if (level === undefined) return undefined;
  const least = logLevels.findIndex((name) => name === level);
  if (least < 0) {
    throw invalidOption(
      `option logLevel (or environment variable MAILRIG_LOG) must be one of ${logLevels.join(', ')}`,
    );
  }
  if (level === 'off') return undefined;
  const target = logger ?? console;
  const from = (rank: number, log: (message: string) => unknown) => (rank < least ? () => undefined : log);
  return {
    debug: from(0, (message) => target.debug(message)),
    info: from(1, (message) => target.info(message)),
    warn: from(2, (message) => target.warn(message)),
    error: from(3, (message) => target.error(message)),
  };
}
