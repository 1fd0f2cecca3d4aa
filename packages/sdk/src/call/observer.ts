import { circumstances, type MailrigError } from '../errors/mailrig-error.ts';
import type { RequestEvent } from '../hooks.ts';
import type { Settings } from '../options.ts';
import { readRateLimit } from '../rate-limit.ts';

/** Reports events to hooks and logger. Their failures never affect the call. */
export interface Observer {
  request(event: RequestEvent): void;
  response(event: RequestEvent, answer: Response, duration: number, requestId: string | undefined): void;
  retry(event: RequestEvent, error: MailrigError, wait: number): void;
  failure(operation: string, error: MailrigError): void;
  /** A callback of one call failed, such as `onProgress`. */
  callbackFailed(name: string): void;
}

/** Runs a user callback; if it throws or rejects, calls `report` and carries on. */
export function tell<E>(callback: ((event: E) => unknown) | undefined, event: E, report: () => void): void {
  try {
    Promise.resolve(callback?.(event)).catch(report);
  } catch {
    report();
  }
}

/** Returns `undefined` if there are no hooks and no logger. */
export function createObserver({ hooks, logger }: Settings): Observer | undefined {
  if (!logger && Object.values(hooks).every((hook) => hook === undefined)) return undefined;
  const log = (level: 'debug' | 'warn' | 'error', message: string) => {
    try {
      logger?.[level](`mailrig: ${message}`);
    } catch {
      // There is nowhere to report a logger that fails.
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
      log('debug', `${line(event)} took ${duration} ms${circumstances({ status, requestId })}`);
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
      log('warn', `${line(event)} failed with ${error.code}, retry in ${Math.round(wait)} ms`);
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
