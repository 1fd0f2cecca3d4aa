import { circumstances, type MailrigError } from '../errors/mailrig-error.ts';
import type { RequestEvent } from '../hooks.ts';
import type { Settings } from '../options.ts';
import { readRateLimit } from '../rate-limit.ts';

/** Tells hooks and logger what happens; nothing that they do reaches the call. */
export interface Observer {
  request(event: RequestEvent): void;
  response(event: RequestEvent, answer: Response, duration: number, requestId: string | undefined): void;
  retry(event: RequestEvent, error: MailrigError, wait: number): void;
  failure(operation: string, error: MailrigError): void;
  /** A function that was given with one call failed. */
  callbackFailed(name: string): void;
}

/** Calls a function of the caller's; where it fails, `report` is told and nothing else happens. */
export function tell<E>(callback: ((event: E) => unknown) | undefined, event: E, report: () => void): void {
  try {
    Promise.resolve(callback?.(event)).catch(report);
  } catch {
    report();
  }
}

/** @returns `undefined` where nobody watches. */
export function createObserver({ hooks, logger }: Settings): Observer | undefined {
  if (!logger && Object.values(hooks).every((hook) => hook === undefined)) return undefined;
  const log = (level: 'debug' | 'warn' | 'error', message: string) => {
    try {
      logger?.[level](`mailrig: ${message}`);
    } catch {
      // A logger that fails has nowhere to say so.
    }
  };
  const failed = (name: string) => () => log('warn', `${name} failed`);
  const line = ({ operation, method, path, attempt }: RequestEvent) =>
    `${operation} ${method} ${path} attempt ${attempt}`;
  return {
    request(event) {
      log('debug', line(event));
      tell(hooks.onRequest, event, failed('hook onRequest'));
    },
    response(event, answer, duration, requestId) {
      const { status, headers } = answer;
      log('debug', `${line(event)} answered in ${duration} ms${circumstances({ status, requestId })}`);
      if (!hooks.onResponse) return;
      const seen = {
        ...event,
        status,
        duration,
        requestId,
        rateLimit: readRateLimit(headers),
      };
      tell(hooks.onResponse, seen, failed('hook onResponse'));
    },
    retry(event, error, wait) {
      log('warn', `${line(event)} failed with ${error.code}, next in ${Math.round(wait)} ms`);
      tell(hooks.onRetry, { ...event, error, wait }, failed('hook onRetry'));
    },
    failure(operation, error) {
      log('error', `${operation} failed with ${error.code}${circumstances(error)}`);
      tell(hooks.onFailure, { operation, error }, failed('hook onFailure'));
    },
    callbackFailed(name) {
      failed(name)();
    },
  };
}
