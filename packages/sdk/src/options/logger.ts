import { mustBeOneOf } from '@mailrig/contract/checking';
import { circumstances, invalidOption } from '../errors/mailrig-error.ts';
import { notify } from '../runtime/callbacks.ts';
import type { WaitReason } from '../runtime/time.ts';
import type { CallEvent, Hooks, RequestEvent } from './hooks.ts';

/**
 * Receives log messages; `console` is one. Messages never contain API keys or queries, and bodies only with
 * `logBodies`.
 */
export interface Logger {
  /**
   * Called for each request and the end of each attempt.
   *
   * @param message One line without secrets.
   */
  debug(message: string): unknown;
  /**
   * Called once for each wait of a second or longer, with its reason: the rate limit, an outage, or work of the
   * service that is not done. A wait before a retry is a warning.
   *
   * @param message One line without secrets.
   */
  info(message: string): unknown;
  /**
   * Called for each retry, and for each hook or callback that fails.
   *
   * @param message One line without secrets.
   */
  warn(message: string): unknown;
  /**
   * Called for each call that fails after all its retries.
   *
   * @param message One line without secrets.
   */
  error(message: string): unknown;
}

/** The least severe messages to log. `off` logs nothing. */
export type LogLevel = (typeof logLevels)[number];

export const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;

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
      `option logLevel (or environment variable MAILRIG_LOG) ${mustBeOneOf(logLevels, level)}`,
    );
  }
  if (level === 'off') return undefined;
  const target = logger ?? console;
  const at = (name: keyof Logger) => (message: string) =>
    logLevels.indexOf(name) < least ? undefined : target[name](message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * Makes what warns of a mistake in the program, or of a long wait: programs without a logger get these as well.
 *
 * @param level As for {@link resolveLogger}; with it, the console is the logger.
 */
export function warningsOf(logger: Logger | undefined, level: string | undefined): (message: string) => void {
  const isSilent = logger === undefined && level !== undefined;
  return (message) => {
    if (!isSilent) notify(() => (logger ?? console).warn(`mailrig: ${message}`) as unknown);
  };
}

/** Milliseconds of a wait that is reported. */
const reportedWait = 3_000;

const waysOut = {
  'rate limit': 'in a test, create the sandbox with rateLimit: false, or move its clock',
  throttle: 'option throttle: false turns its limit off',
  retry: 'option maxRetryAfter limits it, in a run outageTimeout',
};

/** Reports long waits to the hook. Without it, warns of the first that the program may not expect. */
export function waitReporter({ onWait }: Hooks, warn: (message: string) => void) {
  let hasWarned = false;
  return (wait: number, reason: WaitReason): void => {
    if (wait < reportedWait || reason.for === 'responses') return;
    if (onWait) {
      notify(
        () => onWait({ ...reason, wait }),
        () => warn('hook onWait failed'),
      );
    } else if (reason.for !== 'change' && !hasWarned) {
      hasWarned = true;
      warn(
        `calls wait ${Math.round(wait / 1_000)} s ${reason.words}; ${waysOut[reason.for]}; a hook onWait gets such waits in place of this warning`,
      );
    }
  };
}

/** Reads the events of calls as hooks do, and some that only a log needs. */
export interface Log extends Required<Omit<Hooks, 'onWait'>> {
  /** A call or a run waits for a second or longer. */
  waits(call: Pick<CallEvent, 'operation'> & Partial<CallEvent>, reason: string): void;
  /** @param text Called only if bodies are logged. */
  body(event: RequestEvent, kind: 'request' | 'response', text: () => string | undefined): void;
  /** A function of the user failed: a hook, a callback or the tracing. */
  failed(name: string): void;
}

interface LogOptions {
  readonly logger?: Logger | undefined;
  readonly logBodies: boolean;
  readonly withoutKey: (text: string) => string;
}

/** Characters of a body that are logged. */
const longestBody = 10_000;

/** Writes the events of calls to the logger, if there is one. */
export function createLog({ logger, logBodies, withoutKey }: LogOptions): Log {
  const log = (level: keyof Logger, message: string) => {
    // A logger that fails cannot be reported.
    notify(() => logger?.[level](`mailrig: ${message}`) as unknown);
  };
  return {
    onRequest: (event) => log('debug', lineOf(event)),
    onResponse: (event) => log('debug', `${lineOf(event)} took ${event.duration} ms${circumstances(event)}`),
    onLost: (event) =>
      log('debug', `${lineOf(event)} ended after ${event.duration} ms with ${event.error.code}`),
    onRetry: (event) =>
      log('warn', `${lineOf(event)} failed with ${event.error.code}, retry in ${Math.round(event.wait)} ms`),
    onFailure: ({ error, ...call }) =>
      log('error', `${nameOf(call)} failed with ${error.code}${circumstances(error)}`),
    waits: (call, reason) => log('info', `${nameOf(call)} waits ${reason}`),
    body(event, kind, text) {
      const shown = logger && logBodies ? withoutKey(text() ?? '') : '';
      if (shown === '') return;
      const cut = shown.length > longestBody ? `${shown.slice(0, longestBody)}…` : shown;
      log('debug', `${lineOf(event)} ${kind} body: ${cut}`);
    },
    failed: (name) => log('warn', `${name} failed`),
  };
}

/** The beginning of the id is enough to distinguish concurrent calls. */
function nameOf({ callId, operation }: Pick<CallEvent, 'operation'> & Partial<CallEvent>): string {
  return callId === undefined ? operation : `${callId.slice(0, 8)} ${operation}`;
}

function lineOf(event: RequestEvent): string {
  return `${nameOf(event)} ${event.method} ${event.path} attempt ${event.attempt}`;
}
