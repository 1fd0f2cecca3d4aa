import { circumstances, type MailrigError } from '../errors/mailrig-error.ts';
import type { CallEvent, RequestEvent } from '../hooks.ts';
import type { Logger } from '../logger.ts';
import type { Settings } from '../options.ts';
import { readRateLimit } from '../rate-limit.ts';
import { now } from '../runtime.ts';
import { traceCall } from './trace.ts';
import type { WireRequest } from './wire-request.ts';

/** Reports to hooks, logger and tracing. Their failures never affect a call. */
export interface Observer {
  call(event: CallEvent): CallObserver;
  /** A callback of one call failed, such as `onProgress`. */
  callbackFailed(name: string): void;
}

/** Reports one call. */
export interface CallObserver {
  /** Runs the call in the context of its trace. */
  run<T>(work: () => T): T;
  /** The call waited this long for its turn, in milliseconds. */
  waited(duration: number): void;
  attempt(request: WireRequest, attempt: number): AttemptObserver;
  retry(request: WireRequest, attempt: number, error: MailrigError, wait: number): void;
  /** The call succeeded. */
  done(): void;
  failed(error: MailrigError): void;
}

/** Reports one attempt. It ends with `answered` or `lost`. */
export interface AttemptObserver {
  /** Headers of the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Runs the request in the context of its trace. */
  run<T>(work: () => T): T;
  answered(answer: Response, text: string, requestId: string | undefined): void;
  lost(error: MailrigError): void;
}

/** Characters of a body that are logged. */
const longestBody = 10_000;

/** Milliseconds in the queue that are logged. */
const longWait = 1_000;

/** Runs a user callback; if it throws or rejects, calls `report` and carries on. */
export function tell<E>(callback: ((event: E) => unknown) | undefined, event: E, report: () => void): void {
  try {
    Promise.resolve(callback?.(event)).catch(report);
  } catch {
    report();
  }
}

/** Returns `undefined` if there are no hooks, no logger and no tracing. */
export function createObserver(settings: Settings): Observer | undefined {
  const { hooks, logger, logBodies, tracing, withoutKey } = settings;
  if (!logger && !tracing && Object.values(hooks).every((hook) => hook === undefined)) return undefined;
  const log = (level: keyof Logger, message: string) => {
    try {
      logger?.[level](`mailrig: ${message}`);
    } catch {
      // There is nowhere to report a logger that fails.
    }
  };
  const failed = (name: string) => () => log('warn', `${name} failed`);
  const logBody = (line: string, kind: 'request' | 'response', text: string | undefined) => {
    if (!logger || !logBodies || !text) return;
    const shown = withoutKey(text);
    const cut = shown.length > longestBody ? `${shown.slice(0, longestBody)}…` : shown;
    log('debug', `${line} ${kind} body: ${cut}`);
  };

  return {
    callbackFailed: (name) => failed(name)(),
    call(call) {
      const trace = traceCall(tracing, call, failed('tracing'));
      // The beginning of the id is enough to tell concurrent calls apart.
      const named = `${call.callId.slice(0, 8)} ${call.operation}`;
      const lineOf = ({ method, path, attempt }: RequestEvent) =>
        `${named} ${method} ${path} attempt ${attempt}`;
      const eventOf = (
        { method, path, pathTemplate, idempotencyKey }: WireRequest,
        attempt: number,
      ): RequestEvent => ({ ...call, method, path, pathTemplate, attempt, idempotencyKey });
      return {
        run: (work) => trace.run(work),
        waited(duration) {
          if (duration >= longWait) log('info', `${named} waited ${duration} ms for the rate limit`);
        },
        attempt(request, attempt) {
          const event = eventOf(request, attempt);
          const line = lineOf(event);
          log('debug', line);
          if (request.json !== undefined) logBody(line, 'request', JSON.stringify(request.json));
          tell(hooks.onRequest, event, failed('hook onRequest'));
          const traced = trace.startAttempt({ ...event, url: request.url.replace(/[?#].*/s, '') });
          const start = now();
          return {
            headers: request.toStore ? {} : traced.headers,
            run: (work) => traced.run(work),
            answered({ status, headers }, text, requestId) {
              const duration = now() - start;
              log('debug', `${line} took ${duration} ms${circumstances({ status, requestId })}`);
              logBody(line, 'response', text);
              const result = { ...event, status, duration, requestId, rateLimit: readRateLimit(headers) };
              traced.end(result);
              tell(hooks.onResponse, result, failed('hook onResponse'));
            },
            lost(error) {
              const duration = now() - start;
              log('debug', `${line} ended after ${duration} ms with ${error.code}`);
              const result = { ...event, error, duration };
              traced.end(result);
              tell(hooks.onLost, result, failed('hook onLost'));
            },
          };
        },
        retry(request, attempt, error, wait) {
          const event = eventOf(request, attempt);
          log('warn', `${lineOf(event)} failed with ${error.code}, retry in ${Math.round(wait)} ms`);
          tell(hooks.onRetry, { ...event, error, wait }, failed('hook onRetry'));
        },
        done: () => trace.end(),
        failed(error) {
          log('error', `${named} failed with ${error.code}${circumstances(error)}`);
          trace.end(error);
          tell(hooks.onFailure, { ...call, error }, failed('hook onFailure'));
        },
      };
    },
  };
}
