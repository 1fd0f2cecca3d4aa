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
  const tell = <E>(name: string, hook: ((event: E) => unknown) | undefined, event: E) => {
    const report = () => log('warn', `hook ${name} failed`);
    try {
      const result = hook?.(event);
      if (result instanceof Promise) result.catch(report);
    } catch {
      report();
    }
  };
  const line = ({ operation, method, path, attempt }: RequestEvent) =>
    `${operation} ${method} ${path} attempt ${attempt}`;
  return {
    request(event) {
      log('debug', line(event));
      tell('onRequest', hooks.onRequest, event);
    },
    response(event, answer, duration, requestId) {
      const { status, headers } = answer;
      log('debug', `${line(event)} answered in ${duration} ms${circumstances({ status, requestId })}`);
      if (!hooks.onResponse) return;
      tell('onResponse', hooks.onResponse, {
        ...event,
        status,
        duration,
        requestId,
        rateLimit: readRateLimit(headers),
      });
    },
    retry(event, error, wait) {
      log('warn', `${line(event)} failed with ${error.code}, next in ${Math.round(wait)} ms`);
      tell('onRetry', hooks.onRetry, { ...event, error, wait });
    },
    failure(operation, error) {
      log('error', `${operation} failed with ${error.code}${circumstances(error)}`);
      tell('onFailure', hooks.onFailure, { operation, error });
    },
  };
}
